import type { StoredEvent } from '../../ports/event-store.ts'

/** The newest events of a service that its followers share. */
export type EventWindow = {
  /** Position of the newest event that is too old for the window, null when every event is in it. */
  floor(): number | null
  /** Empties the window: later events are behind `floor`. */
  begin(floor: number | null): void
  /** @param bytes of its JSON, as the server sent it */
  add(event: StoredEvent, bytes: number): void
  /** At most `limit` events behind `position`, oldest first; null where the next ones are too old for the window. */
  after(position: number | null, limit: number): readonly StoredEvent[] | null
}

/** @param max how many events are kept, and how many bytes of JSON */
export const openEventWindow = (max = { events: 1000, bytes: 8 * 1024 * 1024 }): EventWindow => {
  let floor: number | null = null
  let events: StoredEvent[] = []
  let sizes: number[] = []
  let bytes = 0
  return {
    floor: () => floor,
    begin(position) {
      floor = position
      events = []
      sizes = []
      bytes = 0
    },
    add(event, size) {
      events.push(event)
      sizes.push(size)
      bytes += size
      while (events.length > max.events || bytes > max.bytes) {
        floor = events.shift()?.position ?? floor
        bytes -= sizes.shift() ?? 0
      }
    },
    after(position, limit) {
      if ((position ?? -1) < (floor ?? -1)) return null
      const first = firstAfter(events, position ?? -1)
      return events.slice(first, first + limit)
    },
  }
}

/** By bisection, because a follower asks with every event. */
const firstAfter = (events: readonly StoredEvent[], position: number): number => {
  let [low, high] = [0, events.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((events[middle] as StoredEvent).position <= position) low = middle + 1
    else high = middle
  }
  return low
}
