import * as z from 'zod/mini'
import { payInStates } from '../vocabulary/index.ts'
import { call } from './call.ts'
import { someShillings } from './cash-offers.ts'
import { phone } from './fields.ts'
import { tillReceipt } from './till-receipt.ts'

const cents = z.number()
/**
 * `cents` was asked for, or came to the till; `paidIn` of it left the drawer, null before that. What is above is the
 * agent's: the office gives it back. `code`, `message`: why M-Pesa refused. `_id`: of the request, or of the payment.
 */
const payIn = z.object({
  _id: z.string(),
  /** Null for cash that was paid to the till by hand. */
  promptId: z.nullable(z.string()),
  cents,
  paidIn: z.nullable(cents),
  state: z.enum(payInStates),
  code: z.optional(z.string()),
  message: z.optional(z.string()),
  at: z.string(),
})
export type PayIn = z.infer<typeof payIn>

const one = 'Give an amount, or the receipt number and the payer.'
export const cashToPayIn = z.object({ amount: someShillings, phone: phone('Phone number') })
/** An amount, which M-Pesa asks for on the agent's phone or on `phone`; or cash that was paid to the till by hand. */
const payInAsked = z
  .object({
    ...{ amount: z.optional(someShillings), phone: z.optional(cashToPayIn.shape.phone) },
    ...{ receipt: z.optional(tillReceipt.shape.receipt), payer: z.optional(tillReceipt.shape.payer) },
  })
  .check(
    z.refine(
      ({ amount, phone, receipt, payer }) =>
        amount === undefined ? receipt !== undefined && payer !== undefined && !phone : !receipt && !payer,
      one,
    ),
  )

const agents = ['agent'] as const
const tags = ['cash']

/** Cash that an agent pays to the till by M-Pesa, and that leaves their drawer without the office. */
export const payIns = {
  /** The caller's newest 20, newest first. */
  payIns: call(agents).route({ method: 'GET', path: '/agent/cash/pay-ins', tags }).output(z.array(payIn)),
  /** Answers once the request is stored; `promptId` is null for a receipt. The list and /events give the result. */
  payIn: call(
    agents,
    ...(['more_than_cash', 'prompts_off', 'prompt_open', 'not_paid_yet', 'payer_differs', 'payment_used'] as const),
  )
    .route({ method: 'POST', path: '/agent/cash/pay-ins', successStatus: 202, tags })
    .input(payInAsked)
    .output(z.object({ promptId: z.nullable(z.string()) })),
}
