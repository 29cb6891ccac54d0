/**
 * Sends changes in order, each after `mayTell` was asked. Changes that come during a question wait for the next answer:
 * where answers are slow, one question covers all waiting changes.
 * @param maxWaiting older changes are dropped when more wait
 * @returns takes a change; never throws
 */
export const openChangeQueue = <Change>(
  maySend: () => Promise<boolean>,
  send: (change: Change) => void,
  maxWaiting: number,
): ((change: Change) => void) => {
  let waiting: Change[] = []
  let isAsking = false

  const sendAll = async (): Promise<void> => {
    isAsking = true
    try {
      while (waiting.length > 0) {
        const changes = waiting
        waiting = []
        if (await maySend()) for (const change of changes) send(change)
      }
    } finally {
      isAsking = false
    }
  }
  return (change) => {
    if (waiting.length === maxWaiting) waiting.shift()
    waiting.push(change)
    if (!isAsking) void sendAll()
  }
}
