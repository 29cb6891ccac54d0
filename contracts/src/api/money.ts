import * as z from 'zod/mini'
import { owedStates, takenHows } from '../vocabulary/index.ts'
import { call, csvFile, everybodySignedIn } from './call.ts'
import { calendarDay, mobile, ownPassword, paging } from './fields.ts'
import { cents, parcel, payout, payTo } from './money-shapes.ts'

const owedParcel = z.object({
  _id: z.string(),
  parcel,
  cents,
  how: z.enum(takenHows),
  state: z.enum(owedStates),
  at: z.string(),
  /**
   * Of the parcel, unless it is deleted or delivery is away: the receiver's name, and the price of the product and
   * the fee of the delivery in whole shillings.
   */
  receiver: z.optional(z.nullable(z.string())),
  product: z.optional(z.number()),
  fee: z.optional(z.number()),
  /** When it was paid out, and M-Pesa's receipt. */
  paidOut: z.optional(z.object({ at: z.string(), reference: z.string() })),
})
export type OwedParcel = z.infer<typeof owedParcel>

/** An M-Pesa number, and the password of the account. */
export const payoutNumber = z.object({ phone: mobile('Phone'), password: ownPassword })

const monthSentence = 'Please give the month as YYYY-MM.'
/** A month of Nairobi. */
const month = z.optional(z.string(monthSentence).check(z.regex(/^\d{4}-(0[1-9]|1[0-2])$/, monthSentence)))

const dayMs = 24 * 60 * 60 * 1000
/** A leap year has so many days. */
const maxDays = 366
/** Days of Nairobi, both included. */
const statementDays = z.object({ from: calendarDay, to: calendarDay }).check(
  z.refine(({ from, to }) => from <= to, { error: 'The last day is before the first day.', path: ['to'] }),
  z.refine(({ from, to }) => Date.parse(to) - Date.parse(from) < maxDays * dayMs, {
    error: 'A statement has at most 12 months.',
    path: ['to'],
  }),
)

const tags = ['money']

export const money = {
  /**
   * The money that Tuma holds for the caller, what of it can be paid out, and where it goes; null while that is
   * unknown.
   */
  held: call(everybodySignedIn)
    .route({ method: 'GET', path: '/client/money', tags })
    .output(z.object({ cents, ready: cents, payTo: z.nullable(payTo) })),
  /** The months (`2026-11`) since money was first collected for the caller, the newest first; this one is always there. */
  months: call(everybodySignedIn)
    .route({ method: 'GET', path: '/client/money/months', tags })
    .output(z.array(z.string())),
  /** Sets the number that money goes to from now on. Both numbers and the e-mail address are notified. */
  setPayTo: call(everybodySignedIn, 'password_wrong')
    .route({ method: 'PUT', path: '/client/payout-number', tags })
    .input(payoutNumber)
    .output(payTo),
  /** The parcels that the money is from, newest first. `month`: only money that was collected in it. */
  parcels: call(everybodySignedIn)
    .route({ method: 'GET', path: '/client/money/parcels', tags })
    .input(z.object({ ...paging, month }))
    .output(z.array(owedParcel)),
  payouts: call(everybodySignedIn)
    .route({ method: 'GET', path: '/client/money/payouts', tags })
    .input(z.object({ ...paging, month }))
    .output(z.array(payout)),
  /**
   * All that changed what Tuma owes the caller, the oldest first, with what was owed before and after each line. In the
   * caller's language (`tuma_language`, `Accept-Language`). Amounts are as in the books.
   */
  statementCsv: call(everybodySignedIn)
    .route({ method: 'GET', path: '/client/statement.csv', tags })
    .input(statementDays)
    .output(csvFile),
  /** The same to print. */
  statementPdf: call(everybodySignedIn, 'statement_long')
    .route({ method: 'GET', path: '/client/statement.pdf', tags })
    .input(statementDays)
    .output(z.file()),
}
