/**
 * Tells changes in their order, each after `mayTell` was asked. What comes while it is asked waits and is told by the next answer:
 * where answers are slow it is asked once for all that wait, not once a change.
 * @param maxWaiting older changes are forgotten when more wait
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
