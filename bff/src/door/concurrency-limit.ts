import { Refused } from '@tuma/contracts/vocabulary'

type Options = {
  readonly atOnce: number
  readonly maxWaiting: number
  readonly patienceMs: number
  /** Seconds after which a refused caller may come again: different for each, so that they do not all come at once. */
  readonly retryAfter: () => number
}

/**
 * Runs as much at once as can be done in time, with a short queue for the rest. A caller who can not be served soon is
 * refused now, and does not make others wait.
 */
export const openConcurrencyLimit = ({ atOnce: usual, maxWaiting, patienceMs, retryAfter }: Options) => {
  let inWork = 0
  let atOnce = usual
  /** In the order in which they came. */
  const waiting = new Map<() => void, number>()
  const busy = () => new Refused('busy', { retryAfter: retryAfter() })

  /**
   * The last caller would wait longer than the first has by now, so the queue is full when the first has used half of
   * its patience.
   */
  const isFull = (): boolean => {
    const [since = Number.POSITIVE_INFINITY] = waiting.values()
    return waiting.size >= maxWaiting || performance.now() - since >= patienceMs / 2
  }

  /** @returns whether the caller is still connected */
  const waitForPlace = (gone: AbortSignal): Promise<boolean> =>
    new Promise((resolve, reject) => {
      const stopWaiting = () => {
        clearTimeout(impatience)
        gone.removeEventListener('abort', giveUp)
        waiting.delete(enter)
      }
      const enter = () => {
        stopWaiting()
        resolve(true)
      }
      const giveUp = () => {
        stopWaiting()
        resolve(false)
      }
      const impatience = setTimeout(() => {
        stopWaiting()
        reject(busy())
      }, patienceMs)
      gone.addEventListener('abort', giveUp, { once: true })
      waiting.set(enter, performance.now())
    })

  /** Those who wait longest first. */
  const startWaiting = (): void => {
    for (const [enter] of waiting) {
      if (inWork >= atOnce) return
      inWork += 1
      enter()
    }
  }

  return {
    /** Sets the limit from now on; running work is not stopped. */
    allow(next: number): void {
      atOnce = next
      startWaiting()
    },
    /** Refuses at once a caller who would only be refused later. @throws Refused('busy') */
    assertNotFull(): void {
      if (inWork >= atOnce && isFull()) throw busy()
    },
    /** @throws Refused('busy') with `retryAfter`. No work is done for a caller who has disconnected. */
    async run(gone: AbortSignal, work: () => Promise<void>): Promise<void> {
      if (gone.aborted) return
      if (inWork < atOnce) inWork += 1
      else if (isFull()) throw busy()
      else if (!(await waitForPlace(gone))) return
      try {
        await work()
      } finally {
        inWork -= 1
        startWaiting()
      }
    },
  }
}
