import * as z from 'zod/mini'
import { deliveryStatuses, phoneRoles } from '../vocabulary/index.ts'
import { approvalAsked } from './approvals.ts'
import { adminAct, call, personalData } from './call.ts'
import { id, messageAnswer, phone } from './fields.ts'

const maxSeen = 50

/** By phone; who has an account asks for its deletion. */
export const phoneToErase = z.object({ phone: phone('Phone') })
export const phoneErasure = z.extend(phoneToErase, {
  /** The same number once more: a wrong digit erases another person. */
  again: phone('Phone'),
  /** Ids of accounts that the admin knows have sent with it: what they sent stays until the account is deleted. */
  seen: z.optional(z.array(id).check(z.maxLength(maxSeen))),
})

const parcel = z.object({
  ...{ _id: z.string(), trackingId: z.string(), status: z.enum(deliveryStatuses), leg: z.enum(['out', 'back']) },
  /** What the phone is in it. */
  roles: z.array(z.enum(phoneRoles)),
  underWay: z.boolean(),
  from: z.object({ location: z.string(), address: z.string() }),
  /** `address` is null at a door. */
  to: z.object({ location: z.string(), address: z.nullable(z.string()) }),
})
const due = z.object({ askedAt: z.string(), dueBy: z.string() })

const preview = z.object({
  /** A keyed hash of the phone: what is kept of it, and what the audit log is about. */
  _id: z.string(),
  /** Of the people with this phone, five at most. */
  names: z.array(z.string()),
  /** Those under way first, 50 at most; `total`: all. */
  parcels: z.array(parcel),
  ...{ total: z.number(), underWay: z.number() },
  /** Accounts that have sent with it: their parcels stay. */
  accounts: z.array(z.object({ id: z.string(), name: z.nullable(z.string()), parcels: z.number() })),
  /** Shillings that Tuma owes to this phone now, and will owe when parcels are paid for at hand-over. */
  ...{ owed: z.number(), coming: z.number() },
  /** It waits to be erased already. */
  due: z.nullable(due),
})
export type ErasurePreview = z.infer<typeof preview>

const dueRow = z.extend(due, { _id: z.string(), phone: z.string(), unpaid: z.number() })
export type DueErasure = z.infer<typeof dueRow>

/**
 * Erasing the person who has a phone and no account, as sender, receiver and picker of parcels. While one of their parcels is
 * under way, or Tuma owes them money, it waits: until the last of that has ended, 30 days at most.
 */
export const erasures = {
  /** What it would take out; nothing is done. */
  preview: call(adminAct)
    .route({ method: 'POST', path: '/admin/erasures/preview', tags: ['people'] })
    .input(phoneToErase)
    .output(preview),
  /**
   * Needs a second admin. `phone_of_account`: accounts have sent with it that are not `seen`; its details name them (`accountIds`, with
   * commas; `names`; `parcels`). Answers `until` where it waits, null where it is done; `parcels`: places where the phone was.
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
  /** Those that wait, the soonest first. `unpaid`: parcels whose price was not paid out yet. */
  due: call(personalData)
    .route({ method: 'GET', path: '/admin/erasures', tags: ['people'] })
    .output(z.array(dueRow)),
  /** The phone stays. */
  cancel: call(adminAct, 'not_found')
    .route({ method: 'DELETE', path: '/admin/erasures/{id}', tags: ['people'] })
    .input(z.object({ id }))
    .output(messageAnswer),
}
