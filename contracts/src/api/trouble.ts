import * as z from 'zod/mini'
import { holdsByHand, needs, waitDecisions } from '../vocabulary/index.ts'
import { adminAct, call, everybodySignedIn } from './call.ts'
import { delivery } from './delivery-shapes.ts'
import { id, phone } from './fields.ts'

const admins = ['admin'] as const
const staff = ['agent', 'admin'] as const

const said = z.optional(z.string().check(z.trim(), z.maxLength(300, 'Please use 300 characters or fewer.')))

/**
 * What an agent or an admin says of a parcel that can't go on: `note` to the agents of its shops and the office, `toSender` to
 * its sender too. Neither is told to the receiver or to people who follow it.
 */
export const holdForm = z.object({
  code: z.enum(holdsByHand, 'Please say what is wrong with it.'),
  note: said,
  toSender: said,
})

/** A photo as it is sent; `closed` where the sender has gone. */
export type PhotoFile = AsyncIterable<Uint8Array> & { readonly closed: AbortSignal }

const ofShop = z.object({ location: z.string(), address: z.string() })
const problems = z.object({
  /** How many deliveries `GET /admin/deliveries?needs=` has; `more`: so many were looked at, and there are more. */
  counts: z.record(z.enum(needs), z.object({ count: z.number(), more: z.boolean() })),
  /** Parcels that wait for whoever gets them, by shop: how many for 0–1, 2–4, 5–7, 8–14 and 15 days and more; the oldest first. */
  waiting: z.array(z.object({ shop: ofShop, ages: z.array(z.number()) })),
  /** Agents at whose counter so many wrong codes were tried in the last hour that codes are stopped there. */
  codes: z.array(
    z.object({ agentId: z.string(), name: z.nullable(z.string()), misses: z.number(), parcels: z.number() }),
  ),
  /** Shops where as many were tried at all counters together. */
  codesOfShops: z.array(z.object({ shop: ofShop, misses: z.number(), parcels: z.number() })),
  /** Who has handed parcels over without their code in the last 30 days, and how many with it; most without first. `shop` as it is now. */
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

/** Another phone of whoever gets it; an admin says why. */
export const receiverPhoneForm = z.object({ phone: phone('Phone number') })
const why = z
  .string('Please say why.')
  .check(z.trim(), z.minLength(1, 'Please say why.'), z.maxLength(300, 'Please use 300 characters or fewer.'))
export const receiverPhoneByAdmin = z.extend(receiverPhoneForm, { reason: why })

/** Parcels that do not go their way: held, waiting for nobody, on their way back, or lost. */
export const trouble = {
  /** It takes no step until that is lifted. By an agent of its shops, or an admin. */
  hold: call(staff, 'not_found', 'step_not_allowed')
    .route({ method: 'PUT', path: '/agent/hold/{id}', tags: ['trouble'] })
    .input(z.extend(holdForm, { id }))
    .output(delivery),
  /** Not of a parcel that an admin sends, gets or pays for: a colleague does it. */
  lift: call(staff, 'not_found', 'own_money')
    .route({ method: 'PUT', path: '/agent/lift/{id}', tags: ['trouble'] })
    .input(z.object({ id, code: z.enum(holdsByHand) }))
    .output(delivery),
  /** The body is the photo itself, `image/jpeg` or `image/webp`, up to 400 KB; a parcel has four at most. */
  addPhoto: call(staff, 'not_found', 'step_not_allowed', 'photo_too_large', 'photo_unknown', 'photos_enough')
    .route({ method: 'POST', path: '/agent/deliveries/{id}/photos', tags: ['trouble'] })
    .input(z.object({ id, photo: z.custom<PhotoFile>(isFile) }))
    .output(delivery),
  /** For who may see the parcel in full. */
  photo: call({ who: everybodySignedIn, audited: 'personal-data' }, 'not_found')
    .route({ method: 'GET', path: '/deliveries/{id}/photos/{photoId}', tags: ['trouble'] })
    .input(z.object({ id, photoId: z.string().check(z.maxLength(64)) }))
    .output(z.file()),
  /** By whoever sent it, or an admin: `back` while it waits at a shop, `wait` longer once its sender was asked. */
  decide: call(everybodySignedIn, 'not_found', 'step_not_allowed', 'waited_longest', 'parcel_held')
    .route({ method: 'PUT', path: '/deliveries/{id}/decision', tags: ['trouble'] })
    .input(z.object({ id, decision: z.enum(waitDecisions) }))
    .output(delivery),
  sendBack: call(adminAct, 'not_found', 'step_not_allowed', 'parcel_held')
    .route({ method: 'PUT', path: '/admin/deliveries/{id}/return', tags: ['trouble'] })
    .input(z.object({ id }))
    .output(delivery),
  /** Nobody finds it, or somebody has. */
  reportLost: call(adminAct, 'not_found', 'step_not_allowed')
    .route({ method: 'PUT', path: '/admin/deliveries/{id}/lost', tags: ['trouble'] })
    .input(z.object({ id, lost: z.boolean() }))
    .output(delivery),
  /** Whoever gets it has another phone, and another code; both phones are told. By whoever sent it. */
  changePhone: call(['user', 'agent'], 'not_found', 'step_not_allowed')
    .route({ method: 'PUT', path: '/deliveries/{id}/receiver-phone', tags: ['trouble'] })
    .input(z.extend(receiverPhoneForm, { id }))
    .output(delivery),
  correctPhone: call(adminAct, 'not_found', 'step_not_allowed')
    .route({ method: 'PUT', path: '/admin/deliveries/{id}/receiver-phone', tags: ['trouble'] })
    .input(z.extend(receiverPhoneByAdmin, { id }))
    .output(delivery),
  /** Codes may have come into other hands: each parcel that waits for one gets another, with an SMS. */
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
