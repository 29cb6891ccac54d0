/**
 * Sends changes in order, each after `mayTell` was asked. Changes that come during a question wait for the next answer:
 * where answers are slow, one question covers all waiting changes.
 * @param maxWaiting older changes are dropped when more wait
 * @returns takes a change; never throws
 */
export const openTelling = <Change>(
  mayTell: () => Promise<boolean>,
  tell: (change: Change) => void,
  maxWaiting: number,
): ((change: Change) => void) => {
  let waiting: Change[] = []
  let isAsking = false

  const tellAll = async (): Promise<void> => {
    isAsking = true
    try {
      while (waiting.length > 0) {
        const changes = waiting
        waiting = []
        if (await mayTell()) for (const change of changes) tell(change)
      }
    } finally {
      isAsking = false
    }
  }
  return (change) => {
    if (waiting.length === maxWaiting) waiting.shift()
    waiting.push(change)
    if (!isAsking) void tellAll()
  }
}
