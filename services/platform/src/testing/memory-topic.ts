import type { Message, ServedMessage, Serving } from '../ports/message-bus.ts'

type Recorded = ServedMessage & { readonly isAnnounced: boolean }

/** The gap between two positions, as some stores have. */
const gap = 10

/**
 * A topic with its events in memory. `record` adds them and hands them over, as a publisher does.
 * @param from the events of an earlier run
 */
export const openMemoryTopic = async (bus: Serving, topic: string, from: readonly Recorded[] = []) => {
  const recorded: Recorded[] = [...from]
  /** The positions after which a group read alone. */
  const reads: (number | null)[] = []
  const getPage = (events: readonly Recorded[]) => ({
    messages: events.filter(({ isAnnounced }) => isAnnounced),
    through: events.at(-1)?.position ?? 0,
    eventCount: events.length,
  })
  const served = bus.serve(topic, {
    head: async () => recorded.at(-1)?.position ?? null,
    async read(after, maxEvents) {
      reads.push(after)
      const page = recorded.filter(({ position }) => position > (after ?? -1)).slice(0, maxEvents)
      return page.length > 0 ? getPage(page) : null
    },
  })
  const begin = () => served.startAfter()
  await begin()
  /** @param isTaken false: the reader has not reached them yet */
  const record = (messages: readonly Message[], { at = Date.now(), isAnnounced = true, isTaken = true } = {}): void => {
    const events = messages.map((message, index) => ({
      ...{ message, isAnnounced, recordedAt: at },
      position: (recorded.length + index + 1) * gap,
    }))
    recorded.push(...events)
    if (isTaken) served.take(getPage(events))
  }
  return {
    recorded,
    reads,
    record,
    begin,
    /** The reader reaches all recorded events. */
    takeAll: () => served.take(getPage(recorded)),
    close: served.close,
  }
}
