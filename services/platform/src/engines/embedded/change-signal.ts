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

/** One for each partition of a topic, so that nobody looks where nothing came. */
export type PartitionSignals = {
  next(partition: number): Promise<void>
  /** @param partitions all of them, unless some are named */
  notify(partitions?: Iterable<number>): void
}

export const partitionSignals = (count: number): PartitionSignals => {
  const signals = Array.from({ length: count }, changeSignal)
  return {
    next: (partition) => (signals[partition] as ChangeSignal).next(),
    notify(partitions = signals.keys()) {
      for (const partition of partitions) signals[partition]?.notify()
    },
  }
}
