import * as z from 'zod/mini'
import { call, unlessSessionEnded } from './call.ts'
import { name, paymentReference } from './fields.ts'

export const verification = z.object({
  paymentReferenceId: paymentReference,
  senderName: name('Full name'),
  /** Longer than any M-Pesa message is still read far enough to answer with its own sentence. */
  mpesaMessage: z.string('M-Pesa message is required.').check(z.minLength(1, 'M-Pesa message is required.')),
})

export const payment = {
  /** A refused message answers 200 with `success: false`. `amount` is what was paid, in shillings. */
  verify: call('anyone', unlessSessionEnded)
    .route({ method: 'POST', path: '/payment/verify-payment', tags: ['payment'] })
    .input(verification)
    .output(
      z.object({
        success: z.boolean(),
        error: z.optional(z.string()),
        code: z.optional(z.string()),
        amount: z.optional(z.number()),
        mpesaMessage: z.optional(z.string()),
      }),
    ),
}
