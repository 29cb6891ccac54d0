import { prepare, run } from './prepare.mjs'

/** `grown`: as processes of their own, on engines that the settings name. */
const [form, ...others] = process.argv.slice(2)
const entry = form === 'grown' ? 'infra/grown/src/main.ts' : 'infra/one-process/src/main.ts'

/**
 * What is young, in MB, twice of them: left alone, it takes 134 MB under load and gives nothing back. What is old may grow
 * by three quarters before it is looked through, not threefold. The image says the same.
 */
const memory = ['--max-semi-space-size=16', '--heap-growing-percent=75']

prepare()
const built = await run('node', 'frontends/kit/build/build.ts')
process.exitCode = built === 0 ? await run('node', ...memory, entry, ...others) : built
