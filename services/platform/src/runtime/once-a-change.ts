const quietMs = 60_000

/**
 * Tells a sentence once a change: not again while it keeps coming, also where others come between. One that has not come
 * for a minute is over, and is told again.
 * @param now in milliseconds, never going back
 */
export const onceAChange = (
  tell: (sentence: string) => void,
  now: () => number = () => performance.now(),
): ((sentence: string) => void) => {
  const lastCame = new Map<string, number>()
  return (sentence) => {
    const before = lastCame.get(sentence) ?? Number.NEGATIVE_INFINITY
    lastCame.set(sentence, now())
    if (now() - before > quietMs) tell(sentence)
  }
}
