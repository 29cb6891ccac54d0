import { type EventLog, isStretch, placeIn, positionIn, type Recorded, type Stretch } from './event-log.ts'

/** A place in the log: an entry of `all`, and within a stretch one of its events. */
export type Place = { readonly entry: number; readonly inside: number }

/** The place of the first event at `position` or behind it. */
export function toPlace({ all }: EventLog, position: number): Place {
  const last = (entry: Recorded | Stretch) => (isStretch(entry) ? positionIn(entry, entry.others - 1) : entry.position)
  const entry = all.findIndex((one) => last(one) >= position)
  const found = all[entry]
  if (!found) return { entry: all.length, inside: 0 }
  const inside = isStretch(found) ? placeIn(found, position) : 0
  return { entry, inside }
}

/** The part that a server reads at a time. */
export type LogPage = {
  /** Events that are not in a stretch. */
  readonly events: readonly Recorded[]
  readonly others: number
  /** The position of the first event, null without events. */
  readonly start: number | null
  readonly next: Place
}

export function getPage({ all }: EventLog, from: Place, size: number): LogPage {
  const events: Recorded[] = []
  let { entry, inside } = from
  let others = 0
  let start: number | null = null
  for (let found = all[entry]; found && events.length + others < size; found = all[entry]) {
    start ??= isStretch(found) ? positionIn(found, inside) : found.position
    if (isStretch(found)) {
      const taken = Math.min(size - events.length - others, found.others - inside)
      others += taken
      inside += taken
    } else events.push(found)
    if (isStretch(found) && inside < found.others) continue
    entry += 1
    inside = 0
  }
  return { events, others, start, next: { entry, inside } }
}
