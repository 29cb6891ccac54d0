import { Refused } from '@tuma/contracts/vocabulary'

type Options = {
  readonly atOnce: number
  readonly maxWaiting: number
  readonly patienceMs: number
  /** Seconds after which who was refused may come again: not the same for all, or all come at once. */
  readonly retryAfter: () => number
}

/**
 * So much at once as can be done in time, and a short queue for the rest: whoever can't be served soon is told so now,
 * and keeps nobody waiting behind them.
 */
export const openGate = ({ atOnce: usual, maxWaiting, patienceMs, retryAfter }: Options) => {
  let inWork = 0
  let atOnce = usual
  /** In the order in which they came. */
  const waiting = new Map<() => void, number>()
  const busy = () => new Refused('busy', { retryAfter: retryAfter() })

  /** Who comes last waits for longer than who is first has by now: half the patience of the first is all of the last one's. */
  const isFull = (): boolean => {
    const [since = Number.POSITIVE_INFINITY] = waiting.values()
    return waiting.size >= maxWaiting || performance.now() - since >= patienceMs / 2
  }

  /** @returns whether there is still somebody to work for */
  const turn = (gone: AbortSignal): Promise<boolean> =>
    new Promise((resolve, reject) => {
      const leave = () => {
        clearTimeout(impatience)
        gone.removeEventListener('abort', giveUp)
        waiting.delete(enter)
      }
      const enter = () => {
        leave()
        resolve(true)
      }
      const giveUp = () => {
        leave()
        resolve(false)
      }
      const impatience = setTimeout(() => {
        leave()
        reject(busy())
      }, patienceMs)
      gone.addEventListener('abort', giveUp, { once: true })
      waiting.set(enter, performance.now())
    })

  /** Those who wait longest first. */
  const letIn = (): void => {
    for (const [enter] of waiting) {
      if (inWork >= atOnce) return
      inWork += 1
      enter()
    }
  }

  return {
    /** From now on so many; nobody who is in work is put out. */
    allow(next: number): void {
      atOnce = next
      letIn()
    },
    /** Whoever would only be refused later is refused before anything is done for them. @throws Refused('busy') */
    assertRoom(): void {
      if (inWork >= atOnce && isFull()) throw busy()
    },
    /** @throws Refused('busy') with `retryAfter`. Who has gone away meanwhile is not worked for. */
    async through(gone: AbortSignal, work: () => Promise<void>): Promise<void> {
      if (gone.aborted) return
      if (inWork < atOnce) inWork += 1
      else if (isFull()) throw busy()
      else if (!(await turn(gone))) return
      try {
        await work()
      } finally {
        inWork -= 1
        letIn()
      }
    },
  }
}
