/** Does it once; when it failed, the next call tries again. */
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
