import { trackingIdIn } from '@tuma/contracts/vocabulary'
import type { Dependencies } from '../dependencies.ts'
import { deliveriesView } from '../domain/delivery-views.ts'
import { handleAFewAtATime } from './handle-a-few.ts'

/** The parcel whose code was scanned. */
export type ScannedParcel = {
  readonly deliveryId: string
  readonly trackingId: string
  readonly isCancelled: boolean
}

type Deps = {
  readonly lists: Pick<Dependencies['lists'], 'tracked'>
  readonly deleted: Pick<Dependencies['deleted'], 'get'>
  readonly streams: { readonly projector: Pick<Dependencies['streams']['projector'], 'caughtUp'> }
}

/** A parcel that was just booked is in its stream before it is in the rows. */
const patienceMs = 1000

/**
 * The parcels of codes as a camera or a scanner read them, in their order; null for a text that is no code of a parcel.
 */
export const findScanned = (deps: Deps) => {
  const { streams } = deps
  return async (codes: readonly string[]): Promise<(ScannedParcel | null)[]> => {
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

const findParcel = async ({ lists, deleted }: Deps, trackingId: string | null): Promise<ScannedParcel | null> => {
  if (trackingId === null) return null
  const row = await lists.tracked(trackingId)
  if (row) return { deliveryId: row._id, trackingId, isCancelled: false }
  const ended = await deleted.get(trackingId)
  return ended?.cancelled ? { deliveryId: ended.deliveryId, trackingId, isCancelled: true } : null
}
