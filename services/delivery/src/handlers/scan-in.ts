import { implement } from '@orpc/server'
import { type CommandContext, deliveryContract } from '@tuma/contracts/services'
import { Refused, type Shop } from '@tuma/contracts/vocabulary'
import { fold, type Recorded } from '@tuma/platform/event-sourcing'
import { getPast } from '../delivery-stream.ts'
import type { Dependencies } from '../dependencies.ts'
import type { DeliveryEvent } from '../domain/delivery.ts'
import { delivery } from '../domain/delivery-decisions.ts'
import { deliveriesView, maySee } from '../domain/delivery-views.ts'
import { decideScan } from '../domain/scan-in.ts'
import type { Scan, Scanned } from '../domain/scan-verdicts.ts'
import { toShownRow } from '../domain/shown-row.ts'
import { withRiderOfToday } from '../lists/riders-of-today.ts'
import { toWaitDays } from '../settings.ts'
import { toAsker } from './askers.ts'
import { getAgentAtCounter } from './counter-requests.ts'
import { findScanned, type ScannedParcel } from './find-scanned.ts'
import { handleAFewAtATime } from './handle-a-few.ts'

type Code = { readonly code: string; readonly doneAt: string | null }
type Past = readonly Recorded<DeliveryEvent>[]
/** The parcel's stream after the scan, and how much of it was recorded before. */
type Told = { readonly past: Past; readonly before: number }

const maxAgeMs = 72 * 3_600_000
const maxAheadMs = 2 * 60_000

/** An agent scans in what is in the shop's hands. */
export const scanHandlers = (dependencies: Dependencies) => {
  const { streams, buildMetadata, settings } = dependencies
  const os = implement(deliveryContract)
  const handle = streams.getHandler(delivery)
  const find = findScanned(dependencies)
  const answerFor = scanAnswers(dependencies)
  const days = toWaitDays(settings)

  const record = async (asked: CommandContext, { deliveryId, trackingId }: ScannedParcel, doneAt: string | null) => {
    const metadata = buildMetadata(asked)
    const command = { type: 'ScanIn', by: toAsker(asked.actor), trackingId, doneAt, days, at: metadata.at } as const
    const { past } = await handle(`delivery-${deliveryId}`, command, metadata)
    return splitAt(past ?? [], metadata.commandId)
  }
  const look = async ({ deliveryId }: ScannedParcel): Promise<Told> => {
    const past = await getPast(dependencies, deliveryId)
    return { past, before: past.length }
  }

  return {
    scanIn: os.scanIn.handler(async ({ input: { asked, codes, look: onlyLooks } }) => {
      const { shop } = getAgentAtCounter(asked)
      assertInTime(codes, buildMetadata(asked).at)
      const found = await find(codes.map(({ code }) => code))
      const scan = async (parcel: ScannedParcel, doneAt: string | null) =>
        onlyLooks ? look(parcel) : record(asked, parcel, doneAt)
      const scanned = scanEachOnce(scan)
      return handleAFewAtATime(codes, async ({ code, doneAt }, index) => {
        const parcel = found[index]
        if (!parcel) return { code, verdict: 'unknown', trackingId: null } as const
        if (parcel.is !== 'parcel') return { code, verdict: parcel.is, trackingId: parcel.trackingId } as const
        const told = await scanned(parcel, doneAt)
        return { code, ...(await answerFor(asked, parcel, { shop, doneAt, days, at: buildMetadata(asked).at }, told)) }
      })
    }),
  }
}

/** @throws Refused bad_input: nothing of the call is recorded */
const assertInTime = (codes: readonly Code[], now: string): void => {
  const isOutside = (doneAt: string) => {
    const agoMs = Date.parse(now) - Date.parse(doneAt)
    return !(agoMs <= maxAgeMs && agoMs >= -maxAheadMs)
  }
  if (codes.some(({ doneAt }) => doneAt !== null && isOutside(doneAt)))
    throw new Refused('bad_input', { field: 'codes.doneAt' })
}

/** A code that is twice in a call is scanned once; the second gets the answer of a second scan. */
const scanEachOnce = (scan: (parcel: ScannedParcel, doneAt: string | null) => Promise<Told>) => {
  const scans = new Map<string, Promise<Told>>()
  return async (parcel: ScannedParcel, doneAt: string | null): Promise<Told> => {
    const earlier = scans.get(parcel.trackingId)
    if (earlier) {
      const { past } = await earlier
      return { past, before: past.length }
    }
    const now = scan(parcel, doneAt)
    scans.set(parcel.trackingId, now)
    return now
  }
}

/** A repeated command is answered by what it has recorded, so later events are left out. */
const splitAt = (past: Past, commandId: string): Told => {
  const first = past.findIndex((event) => event.metadata.commandId === commandId)
  if (first < 0) return { past, before: past.length }
  const last = past.findLastIndex((event) => event.metadata.commandId === commandId)
  return { past: past.slice(0, last + 1), before: first }
}

const scanAnswers =
  ({ network }: Pick<Dependencies, 'network'>) =>
  async ({ actor }: CommandContext, { trackingId }: ScannedParcel, scanned: Scanned, { past, before }: Told) => {
    const at = past[before]?.metadata.at ?? scanned.at
    const scan = decideScan(trackingId, { ...scanned, at }, fold(delivery, past.slice(0, before)))
    const row = past.reduce<ReturnType<typeof deliveriesView.project>>(
      (projected, event) => deliveriesView.project(projected, event, ''),
      null,
    )
    const asker = toAsker(actor)
    const isTheirs = row !== null && row.trackingId === trackingId && maySee(asker, row)
    if (!isTheirs) return { trackingId, ...ofOthers(scan) }
    const now = await withRiderOfToday(network.rider, row)
    const { verdict, shop, until, hold } = scan
    return {
      ...{ trackingId, verdict, delivery: toShownRow(asker, now) },
      ...(shop ? { shop } : {}),
      ...(until ? { until } : {}),
      ...(hold ? { hold } : {}),
      ...(verdict === 'withRider' && now.rider ? { rider: now.rider.name } : {}),
    }
  }

/** What a shop is told of a parcel that is not its own. */
const ofOthers = ({ verdict, shop }: Scan): { verdict: Scan['verdict']; shop?: Shop } =>
  shop ? { verdict, shop } : { verdict }
