import * as z from 'zod/mini'
import { adminAct, call } from './call.ts'
import { id, messageAnswer, phone } from './fields.ts'

const mostSeen = 50

/** By phone; who has an account asks for its deletion. */
export const phoneErasure = z.object({
  phone: phone('Phone'),
  /** Ids of accounts that the admin knows have sent with it: what they sent stays until the account is deleted. */
  seen: z.optional(z.array(id).check(z.maxLength(mostSeen))),
})

export const erasures = {
  /**
   * Takes out whoever has this phone, as sender, receiver and picker of parcels, from marketing too. `phone_of_account`:
   * accounts have sent with it that are not `seen`; its details name them (`accountIds`, with commas; `names`; `parcels`).
   * `money_owed`: Tuma holds money for whom it is (`amount`, shillings), and could not pay it any more.
   */
  erase: call(adminAct, 'phone_of_account', 'money_owed')
    .route({ method: 'POST', path: '/admin/erasures', tags: ['people'] })
    .input(phoneErasure)
    .output(z.extend(messageAnswer, { parcels: z.number() })),
}
