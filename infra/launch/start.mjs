import { prepare, run } from './prepare.mjs'

/** `grown`: as processes of their own, on engines that the settings name. */
const [form, ...others] = process.argv.slice(2)
const entry = form === 'grown' ? 'infra/grown/src/main.ts' : 'infra/one-process/src/main.ts'

prepare()
const built = await run('node', 'frontends/kit/build/build.ts')
process.exitCode = built === 0 ? await run('node', entry, ...others) : built
