import * as z from 'zod/mini'
import { deliveryStatuses, phoneRoles } from '../vocabulary/index.ts'
import { commandContext, shop } from './command-context.ts'
import { bffCall } from './internal-call.ts'

const accounts = z.array(z.object({ accountId: z.string(), parcels: z.number() }))
/** Instants are ISO. `key` is a keyed hash of the phone, `unpaid` ids of parcels whose price Tuma owes or will owe to it. */
const due = z.object({
  ...{ key: z.string(), phone: z.string(), unpaid: z.array(z.string()), askedAt: z.string(), dueBy: z.string() },
})
export type PhoneErasureDue = z.infer<typeof due>

const parcel = z.object({
  ...{ deliveryId: z.string(), trackingId: z.string(), status: z.enum(deliveryStatuses), leg: z.enum(['out', 'back']) },
  /** The roles of the phone in the parcel. */
  roles: z.array(z.enum(phoneRoles)),
  underWay: z.boolean(),
  /** Whole shillings that Tuma will owe to the phone when the parcel is handed over. */
  comes: z.number(),
  from: shop,
  /** `address` is null for a door. */
  to: z.object({ location: z.string(), address: z.nullable(z.string()) }),
})
export type PhoneParcel = z.infer<typeof parcel>

/** Erases a person who has a phone (254…) and no account, as sender, receiver and picker. */
export const phoneErasureCalls = {
  /**
   * What an erasure would remove; changes nothing. `names`: of the people with this phone, at most five. `accounts`
   * have sent with the phone too: their parcels stay.
   */
  phoneParcels: bffCall.input(z.object({ phone: z.string() })).output(
    z.object({
      key: z.string(),
      names: z.array(z.string()),
      accounts,
      parcels: z.array(parcel),
      due: z.nullable(due),
    }),
  ),
  /**
   * By an admin. `seen`: accounts that have sent with it, as the admin has seen; `owed`: parcels whose price Tuma owes
   * to it now. `unseen`: nothing was done, because another account has sent with it. `due`: a parcel is under way or
   * money is owed; it is erased when the last of these has ended, at `dueBy` at the latest. `erased`: erased at once,
   * in `places`. @refuses not_allowed
   */
  erasePhone: bffCall
    .input(z.object({ asked: commandContext, phone: z.string(), seen: z.array(z.string()), owed: z.array(z.string()) }))
    .output(
      z.object({
        ...{ key: z.string(), accounts, state: z.enum(['unseen', 'due', 'erased']), places: z.number() },
        dueBy: z.nullable(z.string()),
      }),
    ),
  /** Phones that wait to be erased, the soonest first. */
  phoneErasures: bffCall.output(z.array(due)),
  /** By an admin: cancels the erasure. @refuses not_allowed, not_found */
  cancelPhoneErasure: bffCall.input(z.object({ asked: commandContext, key: z.string() })).output(z.object({})),
}
