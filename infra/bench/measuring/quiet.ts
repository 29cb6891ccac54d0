import { setTimeout as timer } from 'node:timers/promises'

export type Look = {
  /** Of the process so far. */
  readonly cpuMs: number
  readonly atMs: number
  /** How often it has reached others so far: whoever sends on is not quiet, however little that takes. */
  readonly reached: number
}

const lookEveryMs = 200
const idleForMs = 1000
const askAgainMs = 500
/** Of a look one tick of the processor's clock, and no two. */
const busyShare = 0.075
/** A machine that is too busy to measure on, or work that never ends, ends the run with a sentence instead. */
const maxWaitMs = 120_000

/**
 * Until a process has nothing left to do: it has worked no more for a second and reached nobody, and nothing waits. A
 * process that waits for its turn on a busy machine is idle too, so that idleness alone says nothing.
 * @param nothingWaits asks the process itself, which may cost it something; that is not counted as work
 * @returns when it became quiet, and what it had cost by then
 * @throws Error where it does not within two minutes
 */
export const untilQuiet = async ({
  look,
  nothingWaits,
  pause = timer,
}: {
  readonly look: () => Look
  readonly nothingWaits: () => Promise<boolean>
  readonly pause?: (ms: number) => Promise<unknown>
}): Promise<Look> => {
  let before = look()
  let since = before
  let askAtMs = 0
  const endAtMs = before.atMs + maxWaitMs
  for (;;) {
    await pause(lookEveryMs)
    const now = look()
    if (now.atMs > endAtMs) throw new Error(`the process was not quiet within ${maxWaitMs / 1000} s`)
    const worked = now.cpuMs - before.cpuMs > busyShare * (now.atMs - before.atMs)
    const isBusy = worked || now.reached > before.reached
    before = now
    if (isBusy) since = now
    else if (now.atMs >= Math.max(since.atMs + idleForMs, askAtMs)) {
      if (await nothingWaits()) return since
      before = look()
      askAtMs = before.atMs + askAgainMs
    }
  }
}
