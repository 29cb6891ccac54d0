import { inNairobi } from '@tuma/contracts/vocabulary'
import { derivedId, type EventMetadata, pollUnderLease, unlessDamaged } from '@tuma/platform/event-sourcing'
import { everyDocument } from '@tuma/platform/ports'
import type { Dependencies } from '../dependencies.ts'
import { delivery } from '../domain/delivery-decisions.ts'
import { dueOfWait } from '../domain/trouble/waiting.ts'
import { type WaitingRow, waitingView } from '../domain/trouble/waiting-view.ts'
import { type DeliverySettings, toWaitDays } from '../settings.ts'

/** This name is stored and must not change. */
const name = 'delivery waiting'
const looksEveryMs = 60_000
const dayMs = 24 * 60 * 60_000
/** Messages are sent by day only: from eight to six in Nairobi. */
const [opens, closes] = [8, 18]
/** If the clock and the passed time differ by more than this, the clock was set. Nothing is due until two looks agree. */
const apartMostMs = 10 * 60_000

/**
 * Looks after parcels that wait at a shop: reminds their receivers, asks their senders, and sends the parcels back. One
 * replica does it at a time, and a repeated look does nothing twice.
 */
export const openWaitingClock = async (deps: {
  readonly streams: Dependencies['streams']
  readonly settings: DeliverySettings
  readonly now: () => string
  /** Milliseconds that have passed, independent of the wall clock. */
  readonly passed?: (() => number) | undefined
  readonly onFault: (error: unknown) => void
}) => {
  const { streams, settings, now, passed = () => performance.now(), onFault } = deps
  const waiting = await streams.readModel(waitingView)
  const handle = streams.createRecorder(delivery)
  const days = toWaitDays(settings)
  const isBelieved = agreeing(passed)
  const shortestMs = (Math.min(...days.remind, days.ask, days.backAfterAsked) - 1) * dayMs

  const tend = async (row: WaitingRow, at: string): Promise<void> => {
    const due = row.held ? null : dueOfWait(row, row.since, at, days)
    if (!due) return
    const { deliveryId, since } = row
    const commandId = derivedId(name, deliveryId, since, due.rule, `${due.day}`)
    const metadata: EventMetadata = { at, commandId, correlationId: deliveryId, causationId: name, actor }
    await unlessDamaged(handle(`delivery-${deliveryId}`, { type: 'TendWait', since, days, at }, metadata), null)
  }

  const look = async (): Promise<void> => {
    const at = now()
    const hour = inNairobi(at).getUTCHours()
    if (!isBelieved(at) || hour < opens || hour >= closes) return
    const to = new Date(Date.parse(at) - shortestMs).toISOString()
    // Reads page by page: a parcel that was handled moves behind `to`.
    for await (const row of everyDocument(waiting, { between: { to } })) await tend(row, at)
  }
  const looks = pollUnderLease(looksEveryMs, { lease: streams.leaseFor('waiting'), look, onFault })
  void looks.pollNow()
  return looks
}

const actor = { kind: 'system', name } as const

/** Whether the wall clock and the timer agree on the time since the last look. @param passed ms */
const agreeing = (passed: () => number) => {
  let last: { readonly wall: number; readonly passed: number } | null = null
  return (at: string): boolean => {
    const seen = { wall: Date.parse(at), passed: passed() }
    const apart = last ? Math.abs(seen.wall - last.wall - (seen.passed - last.passed)) : 0
    last = seen
    return apart <= apartMostMs
  }
}
