const everyMs = 1000

/** Skips the call if the last success was less than a second ago. A failed call is repeated. */
export const onceASecond = (look: () => Promise<void>): (() => Promise<void>) => {
  let lookedAt = Number.NEGATIVE_INFINITY
  return async () => {
    if (performance.now() - lookedAt < everyMs) return
    await look()
    lookedAt = performance.now()
  }
}
