import * as z from 'zod/mini'
import { deliveryStatuses, phoneRoles } from '../vocabulary/index.ts'
import { approvalAsked } from './approvals.ts'
import { adminAct, call, personalData } from './call.ts'
import { id, messageAnswer, phone } from './fields.ts'

const maxSeen = 50

/** Erasure is by phone; a person with an account asks for its deletion. */
export const phoneToErase = z.object({ phone: phone('Phone') })
export const phoneErasure = z.extend(phoneToErase, {
  /** The same number once more, because a wrong digit would erase another person. */
  again: phone('Phone'),
  /** Ids of accounts that have sent with it, as the admin has seen: their parcels stay until the account is deleted. */
  seen: z.optional(z.array(id).check(z.maxLength(maxSeen))),
})

const parcel = z.object({
  ...{ _id: z.string(), trackingId: z.string(), status: z.enum(deliveryStatuses), leg: z.enum(['out', 'back']) },
  /** The roles of the phone in the parcel. */
  roles: z.array(z.enum(phoneRoles)),
  underWay: z.boolean(),
  from: z.object({ location: z.string(), address: z.string() }),
  /** `address` is null for a door. */
  to: z.object({ location: z.string(), address: z.nullable(z.string()) }),
})
const due = z.object({ askedAt: z.string(), dueBy: z.string() })

const preview = z.object({
  /** A keyed hash of the phone: the only part that is kept, and the subject in the audit log. */
  _id: z.string(),
  /** Names of the people with this phone, at most five. */
  names: z.array(z.string()),
  /** Parcels under way first, at most 50; `total`: all of them. */
  parcels: z.array(parcel),
  ...{ total: z.number(), underWay: z.number() },
  /** Accounts that have sent with it: their parcels stay. */
  accounts: z.array(z.object({ id: z.string(), name: z.nullable(z.string()), parcels: z.number() })),
  /** Shillings that Tuma owes to this phone now, and will owe when parcels are paid at hand-over. */
  ...{ owed: z.number(), coming: z.number() },
  /** Set when the phone already waits to be erased. */
  due: z.nullable(due),
})
export type ErasurePreview = z.infer<typeof preview>

const dueRow = z.extend(due, { _id: z.string(), phone: z.string(), unpaid: z.number() })
export type DueErasure = z.infer<typeof dueRow>

/**
 * Erases a person who has a phone and no account, as sender, receiver and picker of parcels. While one of their parcels
 * is under way, or Tuma owes them money, it waits until that has ended, 30 days at most.
 */
export const erasures = {
  /** What an erasure would remove; changes nothing. */
  preview: call(adminAct)
    .route({ method: 'POST', path: '/admin/erasures/preview', tags: ['people'] })
    .input(phoneToErase)
    .output(preview),
  /**
   * Needs a second admin. `phone_of_account`: accounts that are not in `seen` have sent with it; the details name them
   * (`accountIds`, with commas; `names`; `parcels`). Answers `until` when it waits, null when it is done; `parcels`:
   * places where the phone was.
   */
  erase: call(adminAct, 'phone_of_account', 'phones_differ', 'approval_needed')
    .route({ method: 'POST', path: '/admin/erasures', tags: ['people'] })
    .input(phoneErasure)
    .output(z.extend(messageAnswer, { _id: z.string(), parcels: z.number(), until: z.nullable(z.string()) })),
  /** Asks another admin to approve it. */
  ask: call(adminAct, 'phone_of_account', 'phones_differ')
    .route({ method: 'POST', path: '/admin/erasures/approval', successStatus: 201, tags: ['people'] })
    .input(phoneErasure)
    .output(approvalAsked),
  /** Waiting erasures, the soonest first. `unpaid`: parcels whose price was not paid out yet. */
  due: call(personalData)
    .route({ method: 'GET', path: '/admin/erasures', tags: ['people'] })
    .output(z.array(dueRow)),
  /** Cancels a waiting erasure. */
  cancel: call(adminAct, 'not_found')
    .route({ method: 'DELETE', path: '/admin/erasures/{id}', tags: ['people'] })
    .input(z.object({ id }))
    .output(messageAnswer),
}
