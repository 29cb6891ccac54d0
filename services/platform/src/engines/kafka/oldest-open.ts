import type { KafkaMessage } from 'kafkajs'
import type { AskAdmin } from './ask-admin.ts'
import { type GroupOffset, groupOffsets } from './group-offsets.ts'

/** Younger than this, a record is on its way to its member. */
const youngMs = 1000
/** The age is found to within a thirty-second part of it. */
const halvings = 4
const lookIntervalMs = 5000
const lookIntervalWhileLateMs = 1000

/**
 * When the oldest record that a group has not handled was published, without the partitions of `isHeld`; in
 * milliseconds, null when none is over a second old. @throws EngineAway
 */
export type FindOldest = (isHeld: (partition: number) => boolean) => Promise<number | null>

/**
 * Asks the broker, which knows the first offset of a time but not the time of an offset: doubles the age and then
 * halves the step, and remembers the answer until the group has moved on.
 */
export const findOldestOpen = (
  ask: AskAdmin,
  { topic, group }: { readonly topic: string; readonly group: string },
  now: () => number = Date.now,
): FindOldest => {
  let found = { of: '', at: 0 }

  /** The partitions that still have a record from before that time to handle. */
  const openBefore = async (at: number, open: readonly GroupOffset[]): Promise<GroupOffset[]> => {
    const firsts = await ask((admin) => admin.fetchTopicOffsetsByTimestamp(topic, at))
    const takeFirst = new Map(firsts.map(({ partition, offset }) => [partition, Number(offset)]))
    return open.filter(({ partition, next }) => next < (takeFirst.get(partition) ?? 0))
  }
  const search = async (late: readonly GroupOffset[], from: number): Promise<number> => {
    let ageMs = youngMs
    while (2 * ageMs < from && (await openBefore(from - 2 * ageMs, late)).length > 0) ageMs *= 2
    let tooOldMs = 2 * ageMs
    for (let halving = 0; halving < halvings; halving += 1) {
      const middleMs = (ageMs + tooOldMs) / 2
      if ((await openBefore(from - middleMs, late)).length > 0) ageMs = middleMs
      else tooOldMs = middleMs
    }
    return from - ageMs
  }

  return async (isHeld) => {
    const offsets = await groupOffsets(ask, topic, group)
    const open = offsets.filter(({ partition, next, end }) => next < end && !isHeld(partition))
    const from = now()
    const late = open.length > 0 ? await openBefore(from - youngMs, open) : []
    if (late.length === 0) return null
    const of = late.map(({ partition, next }) => `${partition}/${next}`).join(' ')
    if (found.of !== of) found = { of, at: await search(late, from) }
    return found.at
  }
}

/**
 * Checks the partitions whose records no member of this process has in hand, because one of another process may be
 * stuck.
 */
export const watchElsewhere = (find: () => Promise<number | null>) => {
  let oldestAt: number | null = null
  let timer: NodeJS.Timeout | undefined
  let closed = false
  const look = async (): Promise<void> => {
    // While Kafka is away the age is unknown: then no group counts as late.
    oldestAt = await find().catch(() => null)
    lookIn(oldestAt === null ? lookIntervalMs : lookIntervalWhileLateMs)
  }
  const lookIn = (ms: number): void => {
    if (!closed) timer = setTimeout(() => void look(), ms).unref()
  }
  lookIn(lookIntervalMs)
  return {
    oldestAt: (): number | null => oldestAt,
    close(): void {
      closed = true
      clearTimeout(timer)
    },
  }
}

/** The records in hand of a member, by partition, and the open records of its group elsewhere. */
export const openRecords = (findOldest: FindOldest) => {
  const inHand = new Map<number, number>()
  const elsewhere = watchElsewhere(() => findOldest((partition) => inHand.has(partition)))
  return {
    /** @param first the first open one of a batch; undefined: none */
    note(partition: number, first: Pick<KafkaMessage, 'timestamp'> | undefined): void {
      if (first) inHand.set(partition, Number(first.timestamp))
      else inHand.delete(partition)
    },
    /** The member begins again: its partitions may differ, and Kafka may be away, which makes no group late. */
    forget: () => inHand.clear(),
    /** In milliseconds since 1970. */
    oldestAt(): number | null {
      const oldest = Math.min(...inHand.values(), elsewhere.oldestAt() ?? Number.POSITIVE_INFINITY)
      return Number.isFinite(oldest) ? oldest : null
    },
    close: elsewhere.close,
  }
}
