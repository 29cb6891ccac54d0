import { prepare, run } from './prepare.mjs'

/** `grown`: for the grown form, as `npm run start:grown` runs it. */
const asked = process.argv.slice(2)
const grown = asked[0] === 'grown'
const entry = grown ? 'infra/grown/src/rebuild.ts' : 'infra/one-process/src/rebuild.ts'

prepare()
process.exitCode = await run('node', entry, ...asked.slice(grown ? 1 : 0))
