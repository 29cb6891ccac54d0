import { trackingIdIn } from '@tuma/contracts/vocabulary'
import type { Dependencies } from '../dependencies.ts'
import { deliveriesView } from '../domain/delivery-views.ts'
import { readCancelled } from './ended-rows.ts'
import { handleAFewAtATime } from './handle-a-few.ts'

/** A sticker that is on no parcel, by its id. */
type FreeSticker = { readonly is: 'freeSticker'; readonly trackingId: string }
/** The parcel whose tracking id or sticker was scanned. */
export type ScannedParcel = {
  readonly is: 'parcel' | 'cancelled'
  readonly deliveryId: string
  readonly trackingId: string
}
type Found = ScannedParcel | FreeSticker

type Deps = Pick<Dependencies, 'lists' | 'deleted' | 'streams' | 'stickers'>

/** A parcel that was just booked is in its stream before it is in the rows. */
const patienceMs = 1000

/**
 * The parcels of codes as a camera or a scanner read them, in their order; null for a text that is no code of a parcel.
 */
export const findScanned = (deps: Deps) => {
  const { streams } = deps
  return async (codes: readonly string[]): Promise<(Found | null)[]> => {
    const trackingIds = codes.map(trackingIdIn)
    const found = await handleAFewAtATime(trackingIds, (trackingId) => findParcel(deps, trackingId))
    const isNew = (index: number) => trackingIds[index] !== null && found[index] === null
    if (!found.some((_, index) => isNew(index))) return found
    await streams.projector.caughtUp({ view: deliveriesView.collection.name, patienceMs })
    return handleAFewAtATime(found, async (parcel, index) =>
      isNew(index) ? findParcel(deps, trackingIds[index] ?? null) : parcel,
    )
  }
}

const findParcel = async (deps: Deps, scanned: string | null): Promise<Found | null> => {
  if (scanned === null) return null
  const row = await deps.lists.tracked(scanned)
  if (row) return { is: 'parcel', deliveryId: row._id, trackingId: row.trackingId }
  const cancelled = await readCancelled(deps, scanned)
  if (cancelled) return { is: 'cancelled', deliveryId: cancelled._id, trackingId: cancelled.trackingId }
  return (await deps.stickers.isFreeSticker(scanned)) ? { is: 'freeSticker', trackingId: scanned } : null
}
