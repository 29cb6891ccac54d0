import { prepare, run } from './prepare.mjs'

/** `grown`: of processes of their own, as `npm run start:grown` has them. */
const asked = process.argv.slice(2)
const grown = asked[0] === 'grown'
const entry = grown ? 'infra/grown/src/rebuild.ts' : 'infra/one-process/src/rebuild.ts'

prepare()
process.exitCode = await run('node', entry, ...asked.slice(grown ? 1 : 0))
