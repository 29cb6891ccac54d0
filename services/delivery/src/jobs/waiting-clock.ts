import { inNairobi } from '@tuma/contracts/vocabulary'
import { derivedId, type EventMetadata, lookEvery, unlessDamaged } from '@tuma/platform/event-sourcing'
import { everyDocument } from '@tuma/platform/ports'
import type { Dependencies } from '../dependencies.ts'
import { delivery } from '../domain/delivery-decisions.ts'
import { dueOfWait } from '../domain/trouble/waiting.ts'
import { type WaitingRow, waitingView } from '../domain/trouble/waiting-view.ts'
import { type DeliverySettings, toWaitDays } from '../settings.ts'

/** As it is stored. */
const name = 'delivery waiting'
const looksEveryMs = 60_000
const dayMs = 24 * 60 * 60_000
/** Nobody is told at night: from eight to six in Nairobi. */
const [opens, closes] = [8, 18]
/** What says the time may say another one from one look to the next: until two looks agree, nothing is due. */
const apartMostMs = 10 * 60_000

/**
 * Looks after parcels that lie at a shop: reminds whoever gets them, asks whoever sent them, and sends them back. One replica
 * does it at a time, and whoever does it again does nothing twice.
 */
export const openWaitingClock = async (deps: {
  readonly streams: Dependencies['streams']
  readonly settings: DeliverySettings
  readonly now: () => string
  /** Milliseconds that have passed, whatever the clock on the wall says. */
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
    // Page by page: what is tended to stands behind `to` from then on.
    for await (const row of everyDocument(waiting, { between: { to } })) await tend(row, at)
  }
  const looks = lookEvery(looksEveryMs, { lease: streams.leaseFor('waiting'), look, onFault })
  void looks.lookNow()
  return looks
}

const actor = { kind: 'system', name } as const

/** Whether as much time has passed on the wall as elsewhere since the last look. @param passed ms */
const agreeing = (passed: () => number) => {
  let last: { readonly wall: number; readonly passed: number } | null = null
  return (at: string): boolean => {
    const seen = { wall: Date.parse(at), passed: passed() }
    const apart = last ? Math.abs(seen.wall - last.wall - (seen.passed - last.passed)) : 0
    last = seen
    return apart <= apartMostMs
  }
}
