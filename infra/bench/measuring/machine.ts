import { spawnSync } from 'node:child_process'
import { availableParallelism, cpus, loadavg } from 'node:os'

const cores = availableParallelism()
const pinned = cores > 1 && spawnSync('taskset', ['--version']).status === 0
const bind = (which: string) => (pinned ? ['taskset', '-c', which] : [])

/** A server has all cores but the last. */
export const ofServer = bind(cores === 2 ? '0' : `0-${cores - 2}`)
/** All cores, as in a deployment. */
export const ofAll = bind(`0-${cores - 1}`)

const take = (which: string): void => {
  if (pinned) spawnSync('taskset', ['-acp', which, String(process.pid)])
}
/** This process, which asks, has the last core for itself. */
export const takeLastCore = (): void => take(String(cores - 1))
/** A browser that we start has all cores, as a person's has. */
export const takeAllCores = (): void => take(`0-${cores - 1}`)

export const machine = () => ({
  cores,
  processor: cpus()[0]?.model ?? '?',
  node: process.versions.node,
  pinned,
  load: Math.round((loadavg()[0] ?? 0) * 10) / 10,
})
