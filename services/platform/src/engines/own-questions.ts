import { setTimeout as timer } from 'node:timers/promises'

const firstMs = 1000
const laterMs = 4000
const oftenForMs = 60_000

/** The machine's clock, unless a test brings its own. */
export type QuestionClock = {
  /** Milliseconds; only differences count. */
  now(): number
  /** Resolves after the time, or when the signal aborts. */
  pause(ms: number, signal: AbortSignal): Promise<void>
}

export const machineClock: QuestionClock = {
  now: () => performance.now(),
  pause: (ms, signal) => timer(ms, undefined, { signal, ref: false }).catch(() => undefined),
}

/**
 * A process asks an engine itself while the engine is bad: every second, after a minute every four seconds, and never
 * while it is well. Without this an engine without calls would stay bad for ever.
 * @param ask its answer or error is ignored, because it changes what `isBad` returns
 * @returns `begin`, to call when the engine turns bad; does nothing while questions are under way
 */
export const openQuestions = (
  { isBad, ask }: { readonly isBad: () => boolean; readonly ask: () => Promise<unknown> },
  clock: QuestionClock = machineClock,
) => {
  const closing = new AbortController()
  const { signal } = closing
  let isAsking = false

  const askUntilWell = async (): Promise<void> => {
    const since = clock.now()
    while (isBad() && !signal.aborted) {
      await clock.pause(clock.now() - since < oftenForMs ? firstMs : laterMs, signal)
      if (isBad() && !signal.aborted) await ask().catch(() => undefined)
    }
    isAsking = false
  }
  return {
    begin(): void {
      if (isAsking) return
      isAsking = true
      void askUntilWell()
    },
    close: () => closing.abort(),
  }
}
