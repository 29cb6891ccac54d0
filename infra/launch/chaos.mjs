import { prepare, run } from './prepare.mjs'

prepare()
process.exitCode = await run('node', 'infra/chaos/chaos.ts', ...process.argv.slice(2))
