const everyMs = 1000

/** For whoever asks more often: what was done less than a second ago is not done again, but what failed is. */
export const onceASecond = (look: () => Promise<void>): (() => Promise<void>) => {
  let lookedAt = Number.NEGATIVE_INFINITY
  return async () => {
    if (performance.now() - lookedAt < everyMs) return
    await look()
    lookedAt = performance.now()
  }
}
