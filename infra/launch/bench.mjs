import { prepare, run } from './prepare.mjs'

prepare()
process.exitCode = await run('node', 'infra/bench/bench.ts', ...process.argv.slice(2))
