import { setTimeout as timer } from 'node:timers/promises'

export type Look = {
  /** CPU of the process so far. */
  readonly cpuMs: number
  readonly atMs: number
  /** How many messages it has sent so far: a process that still sends is not quiet, however little CPU that takes. */
  readonly reached: number
}

const lookEveryMs = 200
const idleForMs = 1000
const askAgainMs = 500
/** As a share of the time between two looks: one tick of the processor's clock is less, and two are more. */
const busyShare = 0.075
/** A machine that is too busy to measure on, or work that never ends, ends the run with a sentence instead. */
const maxWaitMs = 120_000

/**
 * Waits until a process has nothing left to do: for a second it has neither worked nor sent a message, and no work
 * waits. A process that waits for a busy processor is idle too, so idleness alone proves nothing.
 * @param nothingWaits asks the process itself, which may cost it CPU; that is not counted as work
 * @returns when it became quiet, and its cost by then
 * @throws Error if it is not quiet within two minutes
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
