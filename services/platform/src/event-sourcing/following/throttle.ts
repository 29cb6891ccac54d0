const intervalMs = 1000

/** Skips the call if the last success was less than a second ago. A failed call is repeated. */
export const throttle = (run: () => Promise<void>): (() => Promise<void>) => {
  let succeededAt = Number.NEGATIVE_INFINITY
  return async () => {
    if (performance.now() - succeededAt < intervalMs) return
    await run()
    succeededAt = performance.now()
  }
}
