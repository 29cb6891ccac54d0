type Known<T> = Promise<T> & { status?: 'pending' | 'fulfilled' | 'rejected'; value?: T; reason?: unknown }

/**
 * Notes on a promise how it stands, in the fields in which React looks for that (`use`). What is there already then takes its
 * place at once: otherwise React would find out by drawing the fallback, and what it has once shown it keeps for 300 ms.
 */
export function knownWhenDone<T>(promise: Promise<T>): Promise<T> {
  const known: Known<T> = promise
  known.status = 'pending'
  promise.then(
    (value) => void Object.assign(known, { status: 'fulfilled', value }),
    (reason) => void Object.assign(known, { status: 'rejected', reason }),
  )
  return promise
}
