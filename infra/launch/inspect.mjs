import { prepare, run } from './prepare.mjs'

prepare()
process.exitCode = await run('node', 'infra/one-process/src/inspect.ts', ...process.argv.slice(2))
