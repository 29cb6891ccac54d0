/** Lets a loop sleep until the next write, without missing a write between its look and its sleep. */
export type ChangeSignal = {
  /** Call it before looking: it resolves at the next change after that. */
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
