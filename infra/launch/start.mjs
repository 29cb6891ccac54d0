import { prepare, run } from './prepare.mjs'

/** `grown`: each part in a process of its own, on engines that the settings name. */
const [form, ...others] = process.argv.slice(2)
const entry = form === 'grown' ? 'infra/grown/src/main.ts' : 'infra/one-process/src/main.ts'

/**
 * In MB, twice of them: without a limit young memory takes 134 MB under load and gives nothing back. The image sets the
 * same.
 */
const young = '--max-semi-space-size=16'

prepare()
const built = await run('node', 'frontends/kit/build/build.ts')
process.exitCode = built === 0 ? await run('node', young, entry, ...others) : built
