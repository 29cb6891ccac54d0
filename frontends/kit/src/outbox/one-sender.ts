const lockName = 'tuma-outbox'
/** A request ends sooner: a tab that has the lock for longer was put to sleep by the phone. */
const asleepMs = 60_000

export type Locks = Pick<LockManager, 'request'>
/** @returns what takes the timer back */
export type SetTimer = (act: () => void, ms: number) => () => void

/**
 * Runs the task while no other tab of this browser runs one. Takes the lock from a tab that sleeps. A browser without
 * locks (an old one, or without https) runs it at once: two tabs may then send the same step at the same time, and the
 * server does it once, as its Idempotency-Key is the same.
 * @throws where another tab has taken the lock meanwhile
 */
export async function runAsOnlySender<T>(locks: Locks | undefined, setTimer: SetTimer, task: () => Promise<T>) {
  if (!locks) return task()
  const waiting = new AbortController()
  const stopWaiting = setTimer(() => waiting.abort(), asleepMs)
  try {
    return await locks.request(lockName, { signal: waiting.signal }, () => {
      stopWaiting()
      return task()
    })
  } catch (error) {
    if (!waiting.signal.aborted) throw error
    return await locks.request(lockName, { steal: true }, task)
  } finally {
    stopWaiting()
  }
}
