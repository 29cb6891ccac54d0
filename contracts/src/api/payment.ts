import * as z from 'zod/mini'
import {
  bookingStates,
  maxPromptShillings,
  minPromptShillings,
  type PaymentMethod,
  promptStates,
} from '../vocabulary/index.ts'
import { call, unlessSessionEnded } from './call.ts'
import { id, line, name, paymentReference, phone } from './fields.ts'
import { doorstepRequest, dukaniRequest } from './requests.ts'

export const verification = z.object({
  paymentReferenceId: paymentReference,
  senderName: name('Full name'),
  /** Longer than any M-Pesa message: a text up to this length is read, so that it gets its own sentence. */
  mpesaMessage: z.string('M-Pesa message is required.').check(z.minLength(1, 'M-Pesa message is required.')),
  /**
   * The payment for this reference was too small, and this one adds to it. `amount` of the answer is the sum of both.
   */
  adds: z.optional(z.boolean()),
})

/** A payment by its receipt code, with a fact that its payer knows. */
export const receiptAndPayer = z.object({
  senderName: name('Full name'),
  receipt: z
    .string('Receipt number is required.')
    .check(z.trim(), z.regex(/^[A-Za-z0-9]{10}$/, 'A receipt number has ten letters and digits.')),
  nameOrPhone: line('Name or phone number', 80),
})
const { senderName, receipt, nameOrPhone } = receiptAndPayer.shape
/** Without `nameOrPhone`, the payer is known only from `promptId`, if that has arrived. */
const receiptClaim = z.object({
  ...{ paymentReferenceId: paymentReference, senderName, receipt },
  ...{ nameOrPhone: z.optional(nameOrPhone), promptId: z.optional(id), adds: z.optional(z.boolean()) },
})

const linkKey = z
  .string('This link is incomplete.')
  .check(z.trim(), z.regex(/^[0-9a-v]{26}$/i, 'This link is incomplete.'))

const amountSentence = `The amount must be whole shillings from ${minPromptShillings} to ${maxPromptShillings.toLocaleString('en-KE')}.`

/** Who pays on delivery is asked for nothing before. */
const paidNow = z.refine<{ paymentMethod: PaymentMethod }>(({ paymentMethod }) => paymentMethod === 'payNow', {
  path: ['paymentMethod'],
  error: 'Please choose how to pay.',
})

export const promptRequest = z.object({
  paymentReferenceId: paymentReference,
  senderName: name('Full name'),
  /** The phone that gets the prompt: the payer's, who may not be the sender. */
  phone: phone('Phone number'),
  amount: z
    .int(amountSentence)
    .check(z.minimum(minPromptShillings, amountSentence), z.maximum(maxPromptShillings, amountSentence)),
  adds: z.optional(z.boolean()),
  /**
   * The parcel that the payment is for: it is booked when the money arrives, without a further call. `amount` is then
   * what is missing of its fee.
   */
  book: z.optional(
    z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('doorstep'), request: doorstepRequest.check(paidNow) }),
      z.object({ kind: z.literal('dukani'), request: dukaniRequest }),
    ]),
  ),
})

/**
 * The parcel that a payment was asked for. `receiver`: the receiver's first name; `code` and `message`: why the parcel
 * could not be booked, which leaves the payment unused.
 */
const bookingOfPayment = z.object({
  id: z.string(),
  state: z.enum(bookingStates),
  receiver: z.optional(z.string()),
  to: z.object({ place: z.string(), shop: z.nullable(z.string()) }),
  /** A part of its fee is paid, and this is still to be paid. */
  missing: z.optional(z.number()),
  trackingId: z.optional(z.string()),
  code: z.optional(z.string()),
  message: z.optional(z.string()),
})
export type BookingOfPayment = z.infer<typeof bookingOfPayment>

/**
 * A payment prompt on a phone. `code` and `message` say why it was not paid; once it is paid, `message` is the payment
 * as verify-payment shows it.
 */
export const prompt = z.object({
  promptId: z.string(),
  state: z.enum(promptStates),
  amount: z.number(),
  code: z.optional(z.string()),
  message: z.optional(z.string()),
  /** Together with the earlier payment, when this one adds to it. */
  total: z.optional(z.number()),
  booking: z.optional(bookingOfPayment),
})
export type Prompt = z.infer<typeof prompt>

const verified = z.object({
  success: z.boolean(),
  error: z.optional(z.string()),
  code: z.optional(z.string()),
  amount: z.optional(z.number()),
  mpesaMessage: z.optional(z.string()),
  /**
   * The receipt code to claim the payment by (claim-receipt), when the message cannot be accepted but the money may
   * have arrived.
   */
  receipt: z.optional(z.string()),
  /** The other messages that were pasted with it: what each is, and what to do next. */
  found: z.optional(z.array(z.object({ receipt: z.optional(z.string()), code: z.string(), message: z.string() }))),
})

export const payment = {
  /** A refused message answers 200 with `success: false`. `amount` is what was paid, in shillings. */
  verify: call('anyone', unlessSessionEnded)
    .route({ method: 'POST', path: '/payment/verify-payment', tags: ['payment'] })
    .input(verification)
    .output(verified),
  /**
   * Claims money that arrived before its message, by its receipt code and a fact that its payer knows. Answered like
   * verify-payment.
   */
  claimReceipt: call('anyone', unlessSessionEnded)
    .route({ method: 'POST', path: '/payment/claim-receipt', tags: ['payment'] })
    .input(receiptClaim)
    .output(verified),
  /**
   * Sends an M-Pesa prompt to a phone, for one of our prices of the last 24 hours or for the rest of the payer's own
   * open payment. With `book` the money books that parcel, for which it must be enough. Answers once the intent is
   * stored; the call below and /events give the result.
   */
  askPrompt: call(
    'anyone',
    unlessSessionEnded,
    'prompts_off',
    'prompt_amount',
    'prompt_open',
    'names_incomplete',
    'unknown_place',
    'unknown_shop',
    'fee_changed',
  )
    .route({ method: 'POST', path: '/payment/prompts', successStatus: 202, tags: ['payment'] })
    .input(promptRequest)
    .output(prompt),
  /** Payments of the caller, as account or visitor, with which nothing was sent; newest first. */
  unused: call('anyone')
    .route({ method: 'GET', path: '/payment/unused', tags: ['payment'] })
    .output(
      z.array(
        z.object({
          paymentReferenceId: z.string(),
          amount: z.number(),
          paidAt: z.string(),
          booking: z.optional(bookingOfPayment),
        }),
      ),
    ),
  /**
   * Opens the link from an SMS about unused money; it works for a day. `take`: the payment becomes the caller's, for
   * one booking; without it nothing changes. `amount` is in shillings.
   */
  openLink: call('anyone', unlessSessionEnded, 'link_invalid', 'payment_used')
    .route({ method: 'POST', path: '/payment/links', tags: ['payment'] })
    .input(z.object({ key: linkKey, take: z.optional(z.boolean()) }))
    .output(z.object({ paymentReferenceId: z.string(), amount: z.number() })),
  /** For its payer only. Once its parcel is booked, the answer opens the parcel's receipt to this browser. */
  prompt: call('anyone', 'not_found')
    .route({ method: 'GET', path: '/payment/prompts/{id}', tags: ['payment'] })
    .input(z.object({ id }))
    .output(prompt),
}
