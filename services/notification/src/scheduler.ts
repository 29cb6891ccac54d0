const afterFaultMs = 5000

/** One try. @rerunning milliseconds until the next; null when there is none */
export type Try = (name: string) => Promise<number | null>

/**
 * Tries things, a few at once, until each is through. One that must be tried again waits by itself: the others go on. One
 * that is under way already is not begun again.
 */
export const openScheduler = (once: Try, atOnce: number, onFault: (error: unknown) => void) => {
  const underWay = new Set<string>()
  const due: string[] = []
  const running = new Set<Promise<void>>()
  const waiting = new Map<string, NodeJS.Timeout>()
  /** Of those that are being tried: whatever comes of it, they are tried again at once. */
  const hastened = new Set<string>()
  let closed = false

  const fill = (): void => {
    while (!closed && running.size < atOnce) {
      const name = due.shift()
      if (name === undefined) return
      const one = run(name).finally(() => {
        running.delete(one)
        fill()
      })
      running.add(one)
    }
  }
  const run = async (name: string): Promise<void> => {
    hastened.delete(name)
    const againInMs = await once(name).catch((error: unknown) => {
      onFault(error)
      return afterFaultMs
    })
    if (againInMs === null) underWay.delete(name)
    else if (!closed) runIn(hastened.has(name) ? 0 : againInMs, name)
  }
  const runIn = (ms: number, name: string): void => {
    const timer = setTimeout(() => isDue(name), ms)
    waiting.set(name, timer)
  }
  const isDue = (name: string): void => {
    waiting.delete(name)
    due.push(name)
    fill()
  }

  const begin = (name: string): void => {
    if (underWay.has(name)) return
    underWay.add(name)
    due.push(name)
    fill()
  }

  return {
    begin,
    /** As `begin`, and one that waits for its next try waits no longer. */
    hasten(name: string): void {
      const timer = waiting.get(name)
      clearTimeout(timer)
      if (timer !== undefined) isDue(name)
      else if (underWay.has(name)) hastened.add(name)
      else begin(name)
    },
    /** Finishes what is being tried, and begins no other. */
    async close(): Promise<void> {
      closed = true
      for (const timer of waiting.values()) clearTimeout(timer)
      await Promise.all(running)
    },
  }
}
