import { asTyped, prepare, run } from './prepare.mjs'

prepare()
process.exitCode = await run('node', 'infra/one-process/src/backup.ts', ...process.argv.slice(2).map(asTyped))
