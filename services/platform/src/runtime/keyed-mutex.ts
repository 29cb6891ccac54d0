/**
 * Runs jobs with a common key one after the other, in the order in which they came; a failed job does not stop the
 * others. Only for this process: other replicas have their own.
 */
export const openKeyedMutex = () => {
  const last = new Map<string, Promise<unknown>>()
  return <Done>(keys: readonly string[], job: () => Promise<Done>): Promise<Done> => {
    const before = keys.map((key) => last.get(key))
    const mine = Promise.allSettled(before).then(job)
    for (const key of keys) last.set(key, mine)
    const forget = () => {
      for (const key of keys) if (last.get(key) === mine) last.delete(key)
    }
    mine.then(forget, forget)
    return mine
  }
}
