/** An event as the server stores it. */
export type Recorded = Proposed & {
  readonly stream: string
  readonly revision: number
  /** The position of its first byte in the log. */
  readonly position: number
  /** Ticks of 100 ns since 1970. */
  readonly created: string
}

export type Proposed = {
  readonly id: string
  readonly type: string
  readonly contentType: string
  readonly data: Uint8Array
  readonly metadata: Uint8Array
}

/** This many events of other clients in one entry: their content does not matter, only that they are between ours. */
export type Stretch = { readonly others: number; readonly position: number }

/** Everything that a server has stored, oldest first. */
export type Disk = readonly (Recorded | Stretch)[]

export type Outcome = { readonly last: Recorded } | { readonly current: number }

/** Bytes of a record beside its event: positions grow by whole records and are not dense. */
const RECORD_BYTES = 97
const NO_STREAM = -1

/** The one log of a server, in memory. */
export type EventLog = {
  /** In the order of appending. */
  readonly all: Disk
  /** Appends this many events of other clients, and keeps only their number. */
  appendOthers(count: number): void
  of(stream: string): readonly Recorded[]
  /**
   * Decides as the real server does (`IndexWriter.CheckCommit`): if these very events follow the expected revision,
   * they count as appended; other events are a conflict.
   * @param expected -1 for a stream that does not exist yet
   */
  append(stream: string, events: readonly Proposed[], expected: number): Outcome
  /** Resolves at the next append. */
  grown(): Promise<void>
}

/** @param disk existing data, used without a copy */
export const eventLog = (disk: Disk = []): EventLog => {
  const all: (Recorded | Stretch)[] = [...disk]
  const streams = Map.groupBy(
    all.filter((entry): entry is Recorded => !isStretch(entry)),
    ({ stream }) => stream,
  )
  const newest = all.at(-1)
  let end = newest ? getEnd(newest) : 0
  let growth = Promise.withResolvers<void>()
  const grow = () => {
    growth.resolve()
    growth = Promise.withResolvers<void>()
  }

  const record = (stream: string, event: Proposed) => {
    const own = streams.get(stream) ?? []
    const created = String(BigInt(Date.now()) * 10_000n)
    const recorded = { ...event, stream, revision: own.length, position: end, created }
    own.push(recorded)
    streams.set(stream, own)
    all.push(recorded)
    end = getEnd(recorded)
    return recorded
  }

  return {
    all,
    appendOthers(others) {
      all.push({ others, position: end })
      end = getEnd({ others, position: end })
      grow()
    },
    of: (stream) => streams.get(stream) ?? [],
    append(stream, events, expected) {
      const stored = streams.get(stream) ?? []
      const current = stored.length - 1
      if (expected > current) return { current }
      if (expected < current) {
        const before = stored.slice(expected + 1, expected + 1 + events.length)
        const same = before.length === events.length && events.every(({ id }, i) => id === before[i]?.id)
        const last = before.at(-1)
        return same && last ? { last } : { current }
      }
      const last = events.map((event) => record(stream, event)).at(-1)
      grow()
      return last ? { last } : { current: Math.max(current, NO_STREAM) }
    },
    grown: () => growth.promise,
  }
}

/** Position of the first byte behind it. */
const getEnd = (entry: Recorded | Stretch): number =>
  isStretch(entry)
    ? entry.position + entry.others * RECORD_BYTES
    : entry.position +
      RECORD_BYTES +
      entry.stream.length +
      entry.type.length +
      entry.data.length +
      entry.metadata.length

/** Whether a record begins there. */
export const isRecordAt = ({ all }: EventLog, position: number): boolean =>
  all.some((entry) =>
    isStretch(entry)
      ? position >= entry.position && position < getEnd(entry) && (position - entry.position) % RECORD_BYTES === 0
      : entry.position === position,
  )

export const isStretch = (entry: Recorded | Stretch): entry is Stretch => 'others' in entry

/** The position of the event at that place of the stretch. */
export const positionIn = (stretch: Stretch, place: number): number => stretch.position + place * RECORD_BYTES

/** The first event of the stretch at `position` or behind it. */
export const placeIn = (stretch: Stretch, position: number): number =>
  Math.max(0, Math.ceil((position - stretch.position) / RECORD_BYTES))
