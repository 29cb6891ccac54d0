/** Does it once; after a failure the next call tries again. */
export const once = (act: () => Promise<void>): (() => Promise<void>) => {
  let done: Promise<void> | null = null
  return () => {
    done ??= act().catch((error) => {
      done = null
      throw error
    })
    return done
  }
}

/** Does it once for all concurrent callers, with the arguments of the first. */
export const onceAtATime = <Given extends unknown[], T>(
  act: (...given: Given) => Promise<T>,
): ((...given: Given) => Promise<T>) => {
  let running: Promise<T> | null = null
  return (...given) => {
    running ??= act(...given).finally(() => {
      running = null
    })
    return running
  }
}

/** Does it once for all concurrent callers, and for callers within `ms` after its answer. It must not reject. */
export const onceIn = <T>(ms: number, act: () => Promise<T>): (() => Promise<T>) => {
  let current: Promise<T> | null = null
  return () => {
    current ??= act().finally(() => {
      setTimeout(() => {
        current = null
      }, ms).unref()
    })
    return current
  }
}
