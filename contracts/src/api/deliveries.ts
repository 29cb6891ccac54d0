import * as z from 'zod/mini'
import { deliveryStatuses, deliveryTypes, ownGroups, ownTroubles } from '../vocabulary/index.ts'
import { call, everybodySignedIn, readByAll } from './call.ts'
import { delivery, deliveryDetail, trackedDelivery } from './delivery-shapes.ts'
import { id, paging, search, typedId } from './fields.ts'
import { today } from './today.ts'

const owner = z.string().check(z.maxLength(100))
const ownList = (path: `/${string}`) =>
  call({ who: everybodySignedIn, audited: 'personal-data' }, 'not_found')
    .route({ method: 'GET', path, tags: ['deliveries'] })
    .input(
      z.object({
        username: owner,
        ...paging,
        status: z.optional(z.enum(deliveryStatuses)),
        trouble: z.optional(z.enum(ownTroubles)),
        /** As in `today`. */
        group: z.optional(z.enum(ownGroups)),
        /** A part of a tracking id or of a phone, or the beginnings of words of a name. */
        search: z.optional(search),
        /** `trackingId` (and names) or `phone`; without it, both. */
        by: z.optional(z.enum(['trackingId', 'phone'])),
      }),
    )
    .output(z.array(delivery))

export const deliveries = {
  countAll: call(everybodySignedIn, 'not_found')
    .route({ method: 'GET', path: '/deliveries/countAll/{username}', tags: ['deliveries'] })
    .input(z.object({ username: owner }))
    .output(z.object({ totalDeliveries: z.number() })),
  countByStatus: call(everybodySignedIn, 'not_found')
    .route({ method: 'GET', path: '/deliveries/status/{username}/{status}', tags: ['deliveries'] })
    .input(z.object({ username: owner, status: z.enum(deliveryStatuses) }))
    .output(z.object({ count: z.number() })),
  ownDoorstep: ownList('/doorstep/getall/{username}'),
  ownDukani: ownList('/dukani/getall/{username}'),
  /** What the caller has to do as a sender, and the money that Tuma holds for them. Some parcels of each group. */
  today: call(everybodySignedIn)
    .route({ method: 'GET', path: '/client/today', tags: ['deliveries'] })
    .output(today),
  /** For the owner, agents of either shop and admins; any other caller gets `not_found`. */
  detail: call({ who: everybodySignedIn, audited: 'personal-data' }, 'not_found')
    .route({ method: 'GET', path: '/deliveries/{type}/{id}', tags: ['deliveries'] })
    .input(z.object({ type: z.enum(deliveryTypes), id }))
    .output(deliveryDetail),
  track: call({ ...readByAll, audited: 'personal-data' }, 'parcel_not_found', 'sticker_free')
    .route({ method: 'GET', path: '/agent/track/{trackingId}', tags: ['tracking'] })
    .input(z.object({ trackingId: typedId }))
    .output(trackedDelivery),
  /**
   * In full for callers who may see the delivery and, for ten minutes, for the sender who submitted it; masked for all
   * others.
   */
  receipt: call({ who: 'anyone', audited: 'personal-data' }, 'parcel_not_found', 'sticker_free')
    .route({ method: 'GET', path: '/agent/generate-pdf/{trackingId}', tags: ['tracking'] })
    .input(z.object({ trackingId: typedId }))
    .output(z.file()),
}
