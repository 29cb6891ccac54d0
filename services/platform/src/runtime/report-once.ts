const quietMs = 60_000

/**
 * Reports a sentence once for each change: not again while it keeps coming, also with others in between. One that has
 * not come for a minute is over, and is reported again.
 * @param now in milliseconds, never going back
 */
export const reportOnce = (
  report: (sentence: string) => void,
  now: () => number = () => performance.now(),
): ((sentence: string) => void) => {
  const lastCame = new Map<string, number>()
  return (sentence) => {
    const before = lastCame.get(sentence) ?? Number.NEGATIVE_INFINITY
    lastCame.set(sentence, now())
    if (now() - before > quietMs) report(sentence)
  }
}
