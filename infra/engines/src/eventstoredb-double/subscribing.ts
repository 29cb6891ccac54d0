import generated from '@eventstore/db-client/generated/streams_pb.js'
import { status } from '@grpc/grpc-js'
import { type EventLog, isRecordAt, isStretch, type Recorded } from './event-log.ts'
import type { Habits } from './habits.ts'
import { getPage, type LogPage, type Place, toPlace } from './log-pages.ts'
import { buildFilter, getWindow, type Reader } from './reader.ts'
import { checkpoint, eventResponse } from './responses.ts'

/** How far a live reader may fall behind before 24.2. */
const BEHIND_MOST = 32
const TOO_SLOW = {
  code: status.ABORTED,
  details: 'Operation timed out: Consumer too slow to handle event while live. Client resubscription required.',
}

const NO_RECORD = { code: status.INVALID_ARGUMENT, details: 'Trying to read from an invalid position.' }

/**
 * Page after page to the end of the log, and from there on as it grows. The position is excluded. When the log has
 * grown further than a live reader may fall behind, the reader is told so, and gets pages until it has caught up again.
 */
export async function subscribe(log: EventLog, habits: Habits, reader: Reader): Promise<void> {
  const confirmation = new generated.ReadResp.SubscriptionConfirmation().setSubscriptionId(crypto.randomUUID())
  await reader.send(new generated.ReadResp().setConfirmation(confirmation))
  const { position, first } = whereToBegin(log, reader)
  let place = first
  const tell = telling(habits, reader, position)
  const goOn = async (live: boolean): Promise<void> => {
    while (place.entry < log.all.length && !reader.isGone()) {
      const page = getPage(log, place, live ? 1 : getWindow(reader.options))
      place = page.next
      const told = tell.page(page)
      await (live && habits.endsSlowReaders ? inTime(log, place, told) : told)
    }
    if (!live) await tell.caughtUp()
  }
  for (let begins = true; !reader.isGone(); begins = false) {
    const grown = log.grown()
    const fellBehind = !begins && !habits.endsSlowReaders && isFarBehind(log, place)
    if (fellBehind) await reader.send(new generated.ReadResp().setFellBehind(new generated.ReadResp.FellBehind()))
    await goOn(!begins && !fellBehind)
    await Promise.race([grown, reader.gone])
  }
}

function whereToBegin(log: EventLog, { options }: Reader): { position: number; first: Place } {
  const all = options.getAll()
  if (all?.hasEnd()) return { position: -1, first: { entry: log.all.length, inside: 0 } }
  if (!all?.hasPosition()) return { position: -1, first: toPlace(log, 0) }
  const position = Number(all.getPosition()?.getCommitPosition())
  assertRecordAt(log, position)
  return { position, first: toPlace(log, position + 1) }
}

/** The real server refuses a position at which no record begins, as a position of another log. @throws NO_RECORD */
export function assertRecordAt(log: EventLog, position: number): void {
  if (!isRecordAt(log, position)) throw NO_RECORD
}

/** Subscribes at the end of a stream that does not grow, because the product uses no other. */
export async function subscribeToStreamEnd(reader: Reader): Promise<void> {
  if (!reader.options.getStream()?.hasEnd()) throw new Error('the double follows a stream from its end only')
  const confirmation = new generated.ReadResp.SubscriptionConfirmation().setSubscriptionId(crypto.randomUUID())
  await reader.send(new generated.ReadResp().setConfirmation(confirmation))
  await reader.gone
}

function isFarBehind({ all }: EventLog, { entry, inside }: Place): boolean {
  const ahead = all.slice(entry).reduce((sum, one) => sum + (isStretch(one) ? one.others : 1), -inside)
  return ahead > BEHIND_MOST
}

/**
 * A checkpoint follows after this many events, whether they passed the filter or not, and before a subscription becomes
 * live.
 */
function telling(habits: Habits, { options, send, lookedThrough }: Reader, after: number) {
  const wanted = buildFilter(options) ?? (() => true)
  const interval = getWindow(options) * (options.getFilter()?.getCheckpointintervalmultiplier() || 1)
  let considered = 0
  let reached = after
  let last: Recorded | null = null
  return {
    /** The checkpoint of the last page is its beginning, or the last wanted event in it. */
    async page({ events, others, start }: LogPage): Promise<void> {
      lookedThrough(others)
      for (const event of events) {
        if (!wanted(event)) lookedThrough(1)
        else {
          await send(eventResponse(event))
          reached = event.position
          last = event
        }
      }
      reached = Math.max(reached, start ?? -1)
      const before = Math.floor(considered / interval)
      considered += events.length + others
      if (Math.floor(considered / interval) > before) await send(checkpoint(reached))
    },
    async caughtUp(): Promise<void> {
      if (habits.repeatsEvents && last) await send(eventResponse(last))
      if (habits.endsSlowReaders) return
      if (reached >= 0) await send(checkpoint(reached))
      await send(new generated.ReadResp().setCaughtUp(new generated.ReadResp.CaughtUp()))
    },
  }
}

/** @throws TOO_SLOW when the log has grown too far in the meantime */
async function inTime(log: EventLog, place: Place, told: Promise<void>): Promise<void> {
  let done = false
  const finished = told.then(() => {
    done = true
  })
  while (!done) {
    if (log.all.length - place.entry > BEHIND_MOST) {
      // Bytes that are already in the connection are not waited for.
      await Promise.race([finished, new Promise((resolve) => setImmediate(resolve))])
      if (!done) throw TOO_SLOW
    } else await Promise.race([finished, log.grown()])
  }
}
