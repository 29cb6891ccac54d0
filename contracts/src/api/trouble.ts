import * as z from 'zod/mini'
import { holdsByHand, needs, waitDecisions } from '../vocabulary/index.ts'
import { adminAct, call, everybodySignedIn } from './call.ts'
import { delivery } from './delivery-shapes.ts'
import { id, phone } from './fields.ts'

const admins = ['admin'] as const
const staff = ['agent', 'admin'] as const

const said = z.optional(z.string().check(z.trim(), z.maxLength(300, 'Please use 300 characters or fewer.')))

/**
 * The report of an agent or an admin on a parcel that cannot go on: `note` for the agents of its shops and the office,
 * `toSender` for its sender too. The receiver and people who track it see neither.
 */
export const holdForm = z.object({
  code: z.enum(holdsByHand, 'Please say what is wrong with it.'),
  note: said,
  toSender: said,
})

/** An uploaded photo; `closed` aborts when the uploader has disconnected. */
export type PhotoFile = AsyncIterable<Uint8Array> & { readonly closed: AbortSignal }

const ofShop = z.object({ location: z.string(), address: z.string() })
const problems = z.object({
  /** The number of deliveries in `GET /admin/deliveries?needs=`; `more`: there are more than were counted. */
  counts: z.record(z.enum(needs), z.object({ count: z.number(), more: z.boolean() })),
  /**
   * Parcels that wait to be collected, by shop: how many for 0–1, 2–4, 5–7, 8–14 and 15 days and more; the oldest
   * first.
   */
  waiting: z.array(z.object({ shop: ofShop, ages: z.array(z.number()) })),
  /** Agents at whose counter codes are blocked, after too many wrong ones in the last hour. */
  codes: z.array(
    z.object({ agentId: z.string(), name: z.nullable(z.string()), misses: z.number(), parcels: z.number() }),
  ),
  /** Shops where codes are blocked, after too many wrong ones at all counters together. */
  codesOfShops: z.array(z.object({ shop: ofShop, misses: z.number(), parcels: z.number() })),
  /**
   * Agents who have handed over parcels without their code in the last 30 days, and how many with it; most without
   * first. `shop` is their current one.
   */
  handedOver: z.array(
    z.object({
      agentId: z.string(),
      name: z.nullable(z.string()),
      shop: z.nullable(ofShop),
      withCode: z.number(),
      withoutCode: z.number(),
    }),
  ),
})
export type Problems = z.infer<typeof problems>

/** Another phone for the receiver; an admin must give a reason. */
export const receiverPhoneForm = z.object({ phone: phone('Phone number') })
const why = z
  .string('Please say why.')
  .check(z.trim(), z.minLength(1, 'Please say why.'), z.maxLength(300, 'Please use 300 characters or fewer.'))
export const receiverPhoneByAdmin = z.extend(receiverPhoneForm, { reason: why })

/** Parcels that cannot go their usual way: on hold, not collected, on their way back, or lost. */
export const trouble = {
  /** Holds the parcel: it takes no step until the hold is released. For an agent of its shops, or an admin. */
  hold: call(staff, 'not_found', 'step_not_allowed')
    .route({ method: 'PUT', path: '/agent/hold/{id}', tags: ['trouble'] })
    .input(z.extend(holdForm, { id }))
    .output(delivery),
  /** An admin cannot do this for a parcel that they send, receive or pay for: a colleague must. */
  lift: call(staff, 'not_found', 'own_money')
    .route({ method: 'PUT', path: '/agent/lift/{id}', tags: ['trouble'] })
    .input(z.object({ id, code: z.enum(holdsByHand) }))
    .output(delivery),
  /** The body is the photo itself, `image/jpeg` or `image/webp`, up to 400 KB; a parcel has four at most. */
  addPhoto: call(staff, 'not_found', 'step_not_allowed', 'photo_too_large', 'photo_unknown', 'photos_enough')
    .route({ method: 'POST', path: '/agent/deliveries/{id}/photos', tags: ['trouble'] })
    .input(z.object({ id, photo: z.custom<PhotoFile>(isFile) }))
    .output(delivery),
  /** For callers who may see the parcel in full. */
  photo: call({ who: everybodySignedIn, audited: 'personal-data' }, 'not_found')
    .route({ method: 'GET', path: '/deliveries/{id}/photos/{photoId}', tags: ['trouble'] })
    .input(z.object({ id, photoId: z.string().check(z.maxLength(64)) }))
    .output(z.file()),
  /** For the sender, or an admin: `back` while the parcel waits at a shop, `wait` longer once the sender was asked. */
  decide: call(everybodySignedIn, 'not_found', 'step_not_allowed', 'waited_longest', 'parcel_held')
    .route({ method: 'PUT', path: '/deliveries/{id}/decision', tags: ['trouble'] })
    .input(z.object({ id, decision: z.enum(waitDecisions) }))
    .output(delivery),
  sendBack: call(adminAct, 'not_found', 'step_not_allowed', 'parcel_held')
    .route({ method: 'PUT', path: '/admin/deliveries/{id}/return', tags: ['trouble'] })
    .input(z.object({ id }))
    .output(delivery),
  /** Marks the parcel as lost, or as found. */
  reportLost: call(adminAct, 'not_found', 'step_not_allowed')
    .route({ method: 'PUT', path: '/admin/deliveries/{id}/lost', tags: ['trouble'] })
    .input(z.object({ id, lost: z.boolean() }))
    .output(delivery),
  /** Gives the receiver another phone and another code, and sends an SMS to both phones. For the sender. */
  changePhone: call(['user', 'agent'], 'not_found', 'step_not_allowed')
    .route({ method: 'PUT', path: '/deliveries/{id}/receiver-phone', tags: ['trouble'] })
    .input(z.extend(receiverPhoneForm, { id }))
    .output(delivery),
  correctPhone: call(adminAct, 'not_found', 'step_not_allowed')
    .route({ method: 'PUT', path: '/admin/deliveries/{id}/receiver-phone', tags: ['trouble'] })
    .input(z.extend(receiverPhoneByAdmin, { id }))
    .output(delivery),
  /** For when codes may have leaked: each parcel that waits to be collected gets a new one, with an SMS. */
  raiseCodes: call(adminAct)
    .route({ method: 'POST', path: '/admin/collection-codes', tags: ['trouble'] })
    .output(z.object({ raised: z.number() })),
  problems: call(admins)
    .route({ method: 'GET', path: '/admin/problems', tags: ['trouble'] })
    .output(problems),
}

function isFile(file: unknown): boolean {
  return typeof file === 'object' && file !== null && Symbol.asyncIterator in file
}
