/** Lets a loop sleep until something was written, without missing what is written between its look and its sleep. */
export type ChangeSignal = {
  /** Take it before looking: it resolves at the next change after that. */
  next(): Promise<void>
  notify(): void
}

export const changeSignal = (): ChangeSignal => {
  let round = Promise.withResolvers<void>()
  return {
    next: () => round.promise,
    notify() {
      round.resolve()
      round = Promise.withResolvers()
    },
  }
}
