import { setTimeout as pause } from 'node:timers/promises'
import type { Appended, EventToAppend, ExpectedRevision, StoredEvent } from '../../ports/event-store.ts'
import type { Consequences } from '../../ports/in-commit.ts'
import { EngineAway } from '../../ports/message-bus.ts'
import type { ConsequenceBatch } from './consequence-writes.ts'
import type { openEventRows } from './event-rows.ts'
import type { EventSubscription } from './event-subscription.ts'
import type { Writer } from './writer.ts'

type Asked = {
  readonly stream: string
  readonly events: readonly EventToAppend[]
  readonly expected: ExpectedRevision
  readonly answer: PromiseWithResolvers<Appended>
}
/** As they will stand there, where nobody else was first. */
type Placed = Omit<Asked, 'events'> & { readonly events: readonly StoredEvent[] }

/** A subscriber, and what it wants to stand with the events that are under way. */
type Joining = { readonly subscription: EventSubscription; readonly consequences: Consequences }

type Parts = {
  readonly service: string
  readonly writer: Writer
  readonly rows: Pick<ReturnType<typeof openEventRows>, 'rowsOf' | 'stand'>
  /** The service has a place for events. */
  readonly isThere: () => boolean
  /** Of the newest event of the service, 0 where there is none. */
  readonly head: () => number
  readonly subscriptions: ReadonlySet<EventSubscription>
  /** How the engine's documents have them written. */
  readonly asWritten: (consequences: Consequences) => ConsequenceBatch
  /** Events stand, or may, that not every subscriber had in the commit. */
  readonly appended: () => void
}

export type AppendLine = {
  append(stream: string, events: readonly EventToAppend[], expected: ExpectedRevision): Promise<Appended>
  /** Finishes what was asked for. */
  close(): Promise<void>
}

/**
 * The appends of one service, one group after the other, so that what follows from a group can be known before it is sent:
 * whoever has had all events before it is asked, and sees nothing of the group until it stands.
 */
export const openAppendLine = (parts: Parts): AppendLine => {
  const waiting: Asked[] = []
  /** Given before events are written, so that what follows from them can be known; what is not written leaves a gap. */
  let lastPosition = 0
  let running: Promise<void> | null = null
  let closed = false

  const run = async (): Promise<void> => {
    // What is asked for in the same turn is one group.
    await new Promise(setImmediate)
    if (!parts.isThere()) void makeTable(parts)
    for (let group = waiting.splice(0); group.length > 0; group = waiting.splice(0)) {
      const refuse = (error: unknown) => {
        for (const { answer } of group) answer.reject(error)
      }
      lastPosition = Math.max(lastPosition, parts.head())
      const placed = placedAfter(lastPosition, group)
      lastPosition = placed.at(-1)?.events.at(-1)?.position ?? lastPosition
      await record(parts, placed).catch(refuse)
    }
    running = null
  }

  return {
    append(stream, events, expected) {
      if (closed) return Promise.reject(new EngineAway('the store is closed'))
      const answer = Promise.withResolvers<Appended>()
      waiting.push({ stream, events, expected, answer })
      running ??= run()
      return answer.promise
    },
    async close() {
      closed = true
      await running
    },
  }
}

/** Where it can't be made the appends say so. */
const makeTable = ({ service, writer }: Parts): Promise<void> =>
  writer.write('makeEventsTable', { service }, true).catch(() => undefined)

const placedAfter = (last: number, group: readonly Asked[]): Placed[] => {
  let position = last
  return group.map(({ stream, events, expected, answer }) => ({
    ...{ stream, expected, answer },
    events: events.map((event, at) => {
      const revision = (expected === 'no-stream' ? 0 : expected + 1) + at
      return { ...event, stream, revision, position: ++position }
    }),
  }))
}

const record = async (parts: Parts, group: readonly Placed[]): Promise<void> => {
  const { service, writer, rows, subscriptions } = parts
  const events = group.flatMap((one) => one.events)
  const joining = await whoJoins(parts, events)
  if (events.some(({ canStand }) => canStand?.() === false)) {
    for (const { subscription } of joining) subscription.goOn()
    throw new EngineAway('what it needs to be read did not come to the disk')
  }
  // Asked for in one turn they are one commit, and the writer takes them in this order.
  const appends = group.map(async ({ stream, expected, events }) => {
    const written = rows.rowsOf(events)
    const appended = await writer.write('appendEvents', { service, stream, expected, ...written })
    rows.stand(written.shapes)
    return appended
  })
  const joins = joining.map((one) => join(parts, one, events))
  const appended = await Promise.allSettled(appends)
  const joined = (await Promise.all(joins)).filter(Boolean)
  if (joined.length < subscriptions.size) parts.appended()
  for (const [place, { answer }] of group.entries()) {
    const outcome = appended[place] as PromiseSettledResult<Appended>
    if (outcome.status === 'fulfilled') answer.resolve(outcome.value)
    else answer.reject(outcome.reason)
  }
}

/** So long a group waits for who has not had the one before it: who falls behind once would stay behind under load. */
const patienceMs = 20

const untilRead = async (subscriptions: ReadonlySet<EventSubscription>): Promise<void> => {
  const reading = [...subscriptions].flatMap((one) => (one.joins ? (one.reading() ?? []) : []))
  if (reading.length > 0) await Promise.race([Promise.all(reading), pause(patienceMs, undefined, { ref: false })])
}

const whoJoins = async ({ subscriptions, head }: Parts, events: readonly StoredEvent[]): Promise<Joining[]> => {
  await untilRead(subscriptions)
  const stands = head()
  const asked = [...subscriptions].map(async (subscription): Promise<Joining[]> => {
    if (!subscription.joinsAt(stands)) return []
    subscription.hold()
    const consequences = await subscription.inCommit(events).catch(() => null)
    if (!consequences) subscription.goOn()
    return consequences ? [{ subscription, consequences }] : []
  })
  return (await Promise.all(asked)).flat()
}

/** @returns whether the subscriber has had the events */
const join = async (
  { service, writer, asWritten }: Parts,
  { subscription, consequences }: Joining,
  events: readonly StoredEvent[],
): Promise<boolean> => {
  const batch = asWritten(consequences)
  const first = (events[0] as StoredEvent).position
  try {
    await writer.write('writeConsequences', { service, first, count: events.length, ...batch })
  } catch {
    subscription.goOn()
    return false
  }
  try {
    await consequences.committed()
    subscription.goOn(events.at(-1)?.position)
  } catch (error) {
    subscription.fail(error)
  }
  return true
}
