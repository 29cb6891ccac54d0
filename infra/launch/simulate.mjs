import { prepare, run } from './prepare.mjs'

prepare()
process.exitCode = await run('node', 'infra/simulation/simulate.ts', ...process.argv.slice(2))
