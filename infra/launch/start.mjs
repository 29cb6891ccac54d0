import { prepare, run } from './prepare.mjs'

prepare()
const built = await run('node', 'frontends/kit/build/build.ts')
process.exitCode = built === 0 ? await run('node', 'infra/embedded/src/main.ts', ...process.argv.slice(2)) : built
