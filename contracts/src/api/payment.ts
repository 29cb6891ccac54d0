import * as z from 'zod/mini'
import { maxPromptShillings, minPromptShillings, promptStates } from '../vocabulary/index.ts'
import { call, unlessSessionEnded } from './call.ts'
import { id, line, name, paymentReference, phone } from './fields.ts'

export const verification = z.object({
  paymentReferenceId: paymentReference,
  senderName: name('Full name'),
  /** Longer than any M-Pesa message is still read far enough to answer with its own sentence. */
  mpesaMessage: z.string('M-Pesa message is required.').check(z.minLength(1, 'M-Pesa message is required.')),
  /** What was paid for this reference was too little: both together pay. `amount` of the answer is of both. */
  adds: z.optional(z.boolean()),
})

/** A payment by its receipt code, with what its payer knows beside it. */
export const receiptAndPayer = z.object({
  senderName: name('Full name'),
  receipt: z
    .string('Receipt number is required.')
    .check(z.trim(), z.regex(/^[A-Za-z0-9]{10}$/, 'A receipt number has ten letters and digits.')),
  nameOrPhone: line('Name or phone number', 80),
})
const { senderName, receipt, nameOrPhone } = receiptAndPayer.shape
/** Without `nameOrPhone` only the payer of `promptId` is known, where that has arrived. */
const receiptClaim = z.object({
  ...{ paymentReferenceId: paymentReference, senderName, receipt },
  ...{ nameOrPhone: z.optional(nameOrPhone), promptId: z.optional(id), adds: z.optional(z.boolean()) },
})

const linkKey = z
  .string('This link is incomplete.')
  .check(z.trim(), z.regex(/^[0-9a-v]{26}$/i, 'This link is incomplete.'))

const amountSentence = `The amount must be whole shillings from ${minPromptShillings} to ${maxPromptShillings.toLocaleString('en-KE')}.`

export const promptRequest = z.object({
  paymentReferenceId: paymentReference,
  senderName: name('Full name'),
  /** Of the phone that is asked: whoever pays, not always whoever sends. */
  phone: phone('Phone number'),
  amount: z
    .int(amountSentence)
    .check(z.minimum(minPromptShillings, amountSentence), z.maximum(maxPromptShillings, amountSentence)),
  adds: z.optional(z.boolean()),
})

/**
 * A request for a payment on somebody's phone. `code` and `message` say why it was not paid; of one that is paid, `message`
 * is the payment as verify-payment shows it.
 */
export const prompt = z.object({
  promptId: z.string(),
  state: z.enum(promptStates),
  amount: z.number(),
  code: z.optional(z.string()),
  message: z.optional(z.string()),
  /** With what was paid before, where it was to be added. */
  total: z.optional(z.number()),
})
export type Prompt = z.infer<typeof prompt>

const verified = z.object({
  success: z.boolean(),
  error: z.optional(z.string()),
  code: z.optional(z.string()),
  amount: z.optional(z.number()),
  mpesaMessage: z.optional(z.string()),
  /** Of a message that can't be taken though money may have come: the receipt code to claim it by (claim-receipt). */
  receipt: z.optional(z.string()),
  /** Every other message that was pasted with it: what it is, and what to do next. */
  found: z.optional(z.array(z.object({ receipt: z.optional(z.string()), code: z.string(), message: z.string() }))),
})

export const payment = {
  /** A refused message answers 200 with `success: false`. `amount` is what was paid, in shillings. */
  verify: call('anyone', unlessSessionEnded)
    .route({ method: 'POST', path: '/payment/verify-payment', tags: ['payment'] })
    .input(verification)
    .output(verified),
  /** Money that was there first, by its receipt code and what its payer knows beside it. Answered as verify-payment is. */
  claimReceipt: call('anyone', unlessSessionEnded)
    .route({ method: 'POST', path: '/payment/claim-receipt', tags: ['payment'] })
    .input(receiptClaim)
    .output(verified),
  /**
   * Has M-Pesa ask on a phone for a price of ours in force in the last 24 hours, or for what is missing of the payer's own open payment.
   * Answers once the intent is stored; what comes of it is asked below, or told by /events.
   */
  askPrompt: call('anyone', unlessSessionEnded, 'prompts_off', 'prompt_amount', 'prompt_open')
    .route({ method: 'POST', path: '/payment/prompts', successStatus: 202, tags: ['payment'] })
    .input(promptRequest)
    .output(prompt),
  /** What whoever asks has paid, as account or visitor, and sent nothing with; newest first. */
  unused: call('anyone')
    .route({ method: 'GET', path: '/payment/unused', tags: ['payment'] })
    .output(z.array(z.object({ paymentReferenceId: z.string(), amount: z.number(), paidAt: z.string() }))),
  /**
   * What the link in an SMS about unused money opens, for a day. `take`: the payment becomes the caller's, for one booking;
   * without it nothing changes. `amount` is in shillings.
   */
  openLink: call('anyone', unlessSessionEnded, 'link_invalid', 'payment_used')
    .route({ method: 'POST', path: '/payment/links', tags: ['payment'] })
    .input(z.object({ key: linkKey, take: z.optional(z.boolean()) }))
    .output(z.object({ paymentReferenceId: z.string(), amount: z.number() })),
  /** For its payer alone. */
  prompt: call('anyone', 'not_found')
    .route({ method: 'GET', path: '/payment/prompts/{id}', tags: ['payment'] })
    .input(z.object({ id }))
    .output(prompt),
}
