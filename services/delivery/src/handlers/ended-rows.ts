import { trackingIdIn } from '@tuma/contracts/vocabulary'
import { type Recorded, unlessDamaged } from '@tuma/platform/event-sourcing'
import { getPast } from '../delivery-stream.ts'
import type { Dependencies } from '../dependencies.ts'
import type { DeliveryEvent } from '../domain/delivery.ts'
import { type DeliveryRow, deliveriesView } from '../domain/delivery-views.ts'

type Past = readonly Recorded<DeliveryEvent>[]
type Deps = Pick<Dependencies, 'streams'>

/** The row after each event; null once the parcel is deleted or cancelled. */
const projected = (past: Past, deliveryId: string): (DeliveryRow | null)[] => {
  let row: DeliveryRow | null = null
  return past.map((event) => (row = deliveriesView.project(row, event, deliveryId)))
}

/** The row before the parcel was deleted or cancelled. */
export const asItWas = async (deps: Deps, deliveryId: string): Promise<DeliveryRow | null> =>
  projected(await getPast(deps, deliveryId), deliveryId).findLast((row) => row !== null) ?? null

/** A parcel that was cancelled, as its row was, with that outcome; null for every other parcel. */
const toCancelledRow = (past: Past, deliveryId: string, trackingId?: string): DeliveryRow | null => {
  const nth = past.findLastIndex(
    ({ type, data }) => type === 'ParcelCancelled' && (trackingId ?? data.trackingId) === data.trackingId,
  )
  const wasRequestedAgain = past.slice(nth).some(({ type }) => type === 'DeliveryRequested')
  if (nth < 1 || (trackingId === undefined && wasRequestedAgain)) return null
  const before = projected(past.slice(0, nth), deliveryId).at(-1) ?? null
  return before && { ...before, outcome: 'cancelled', updatedAt: past[nth]?.metadata.at ?? before.updatedAt }
}

/** Tracking still finds a cancelled parcel, though lists and counts leave it out. */
export const readCancelled = async (
  deps: Pick<Dependencies, 'streams' | 'deleted' | 'stickers'>,
  typed: string,
): Promise<DeliveryRow | null> => {
  const trackingId = trackingIdIn(typed)
  const ended = trackingId === null ? null : await deps.deleted.get(trackingId)
  if (trackingId === null) return null
  if (!ended) return readCancelledBySticker(deps, trackingId)
  if (!ended.cancelled) return null
  return toCancelledRow(await getPast(deps, ended.deliveryId), ended.deliveryId, trackingId)
}

const readCancelledBySticker = async (
  deps: Pick<Dependencies, 'streams' | 'stickers'>,
  trackingId: string,
): Promise<DeliveryRow | null> => {
  const deliveryId = await deps.stickers.findBySticker(trackingId)
  if (deliveryId === null) return null
  const row = toCancelledRow(await getPast(deps, deliveryId), deliveryId)
  return row?.stickers.includes(trackingId) ? row : null
}

/**
 * Reads the row from the stream, with cancelled parcels: the caller knows the delivery from an event that the read model
 * may not show yet. For a damaged stream the row of the read model is used.
 */
export const readToldRow = async (
  deps: Pick<Dependencies, 'streams' | 'lists'>,
  deliveryId: string,
): Promise<DeliveryRow | null> => {
  const past = await unlessDamaged(getPast(deps, deliveryId), null)
  if (past === null) return deps.lists.get(deliveryId)
  return projected(past, deliveryId).at(-1) ?? toCancelledRow(past, deliveryId)
}
