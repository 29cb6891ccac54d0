import * as z from 'zod/mini'
import {
  deletionReasons,
  deliveryStatuses,
  deliveryTypes,
  maxDeletionNote,
  needs,
  outcomes,
  settableStatuses,
} from '../vocabulary/index.ts'
import { adminAct, call, csvFile, exported, personalData } from './call.ts'
import { delivery } from './delivery-shapes.ts'
import { day, id, messageAnswer, paging, search, typedId } from './fields.ts'

const admins = ['admin'] as const

/** One thing that happened to a delivery or a payment: who did it, when, from which request, and what it changed. */
export const historyEntry = z.object({
  at: z.string(),
  /** The event's name, e.g. `RiderAssigned`. */
  type: z.string(),
  by: z.object({
    kind: z.string(),
    role: z.nullable(z.string()),
    id: z.nullable(z.string()),
    /** Null when the account has been deleted. */
    name: z.nullable(z.string()),
  }),
  /** Correlation id of the request that caused the event; the logs show the same id. */
  correlationId: z.string(),
  details: z.record(z.string(), z.string()),
})
export type HistoryEntry = z.infer<typeof historyEntry>

/** Why a parcel is deleted. */
const deletionForm = z.object({
  reason: z.optional(z.enum(deletionReasons, 'Please choose a reason.')),
  note: z.optional(z.string().check(z.trim(), z.maxLength(maxDeletionNote))),
})
/** As its form is filled in: the reason is empty until one is chosen. */
export const deletionFields = z.extend(deletionForm, { reason: z.enum(['', ...deletionReasons]) })

export const deletedParcel = z.object({
  trackingId: z.string(),
  deliveryId: z.string(),
  deliveryType: z.enum(deliveryTypes),
  at: z.string(),
  by: historyEntry.shape.by,
  reason: z.nullable(z.enum(deletionReasons)),
  note: z.nullable(z.string()),
})
export type DeletedParcel = z.infer<typeof deletedParcel>

/**
 * `from` and `to` are days of the request. `needs`: parcels that need the office's attention. `waits`: parcels at a
 * shop, waiting for the person who collects them, for at least as many days as one of `waitAges` and fewer than the
 * next; `location` and `address` are that shop. `rider`: parcels that the rider with this id has now.
 */
const filters = {
  status: z.optional(z.enum(deliveryStatuses)),
  type: z.optional(z.enum(deliveryTypes)),
  search: z.optional(search),
  from: z.optional(day),
  to: z.optional(day),
  needs: z.optional(z.enum(needs)),
  outcome: z.optional(z.enum(outcomes)),
  held: z.optional(z.enum(['yes'])),
  waits: z.optional(z.enum(['0', '2', '5', '8', '15'])),
  location: z.optional(search),
  address: z.optional(search),
  rider: z.optional(id),
}

export const adminDeliveries = {
  /**
   * `search`: a tracking id or groups of it, a phone, its beginning or its last four digits, or beginnings of words of
   * a name; the other filters are below.
   */
  list: call(personalData)
    .route({ method: 'GET', path: '/admin/deliveries', tags: ['admin deliveries'] })
    .input(z.object({ ...paging, ...filters }))
    .output(z.array(delivery)),
  /** The whole list as a CSV file, sent page by page; no cell is read as a formula. */
  csv: call(exported)
    .route({ method: 'GET', path: '/admin/deliveries.csv', tags: ['admin deliveries'] })
    .input(z.object(filters))
    .output(csvFile),
  counts: call(admins)
    .route({ method: 'GET', path: '/admin/deliveries/counts', tags: ['admin deliveries'] })
    .output(z.object({ total: z.number(), byStatus: z.record(z.enum(deliveryStatuses), z.number()) })),
  history: call(personalData, 'not_found')
    .route({ method: 'GET', path: '/admin/deliveries/{id}/history', tags: ['admin deliveries'] })
    .input(z.object({ id }))
    .output(z.array(historyEntry)),
  /**
   * Setting the same status again writes nothing. A `trackingId` in the body must be the parcel's. An admin cannot do
   * this to their own parcel.
   */
  setStatus: call(adminAct, 'not_found', 'tracking_differs', 'own_money')
    .route({ method: 'PATCH', path: '/admin/deliveries/{id}/status', tags: ['admin deliveries'] })
    .input(
      z.object({
        id,
        status: z.enum(settableStatuses, 'Please choose a status.'),
        trackingId: z.optional(typedId),
      }),
    )
    .output(delivery),
  /** The body is optional; its `reason` and `note` are stored with the deletion. */
  remove: call(adminAct, 'not_found')
    .route({ method: 'DELETE', path: '/admin/deliveries/{id}', tags: ['admin deliveries'] })
    .input(z.extend(deletionForm, { id }))
    .output(messageAnswer),
  /** The deleted parcel with this complete tracking id; empty when no such parcel was deleted. */
  deleted: call(personalData)
    .route({ method: 'GET', path: '/admin/deliveries/deleted/{trackingId}', tags: ['admin deliveries'] })
    .input(z.object({ trackingId: z.string().check(z.maxLength(64)) }))
    .output(z.array(deletedParcel)),
}
