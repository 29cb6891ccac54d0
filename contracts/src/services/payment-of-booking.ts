import * as z from 'zod/mini'
import { type MpesaRefusal, mpesaRefusals, promptRefusals, promptStates } from '../vocabulary/index.ts'
import { actor, commandContext } from './command-context.ts'
import { callFrom } from './internal-call.ts'

/**
 * Money that a booking can use now: `amount` in whole shillings, `cents` to the cent, `receipt` M-Pesa's. Together with
 * what was added to it.
 */
const usable = z.object({ paymentId: z.string(), amount: z.number(), cents: z.number(), receipt: z.string() })
export type UsableMoney = z.infer<typeof usable>

const refusalCodes = Object.keys(mpesaRefusals) as [MpesaRefusal, ...MpesaRefusal[]]
const promptRefusalCodes = Object.keys(promptRefusals) as [
  keyof typeof promptRefusals,
  ...(keyof typeof promptRefusals)[],
]

/**
 * Money of a booking. Its `payer` is the booking itself, as a system actor. Where a sender pays for their own booking, the
 * payment belongs to the sender, and only its prompt is found by the booking.
 */
export const paymentOfBookingCalls = {
  /**
   * The prompt that was asked for with this command id, for this booking, at any time; null where it never asked. `changedAt`: when
   * it got its state. `money`: null while it is not there, and where it cannot be used.
   */
  promptOfBooking: callFrom('delivery')
    .input(z.object({ payer: actor, commandId: z.string() }))
    .output(
      z.nullable(
        z.object({
          promptId: z.string(),
          state: z.enum(promptStates),
          reason: z.nullable(z.enum(promptRefusalCodes)),
          changedAt: z.string(),
          money: z.nullable(usable),
        }),
      ),
    ),
  /**
   * As `claimReceipt`, for a booking: `asked` by the agent, whose misses count; `again` repeats a claim and is no guess.
   * `promptedAs`: the command id of a prompt of the same booking that has arrived. `not_told`: M-Pesa has not reported
   * the receipt yet, which is no miss. @refuses too_many
   */
  claimForBooking: callFrom('delivery')
    .input(
      z.object({
        asked: commandContext,
        payer: actor,
        reference: z.string(),
        senderName: z.string(),
        receipt: z.string(),
        nameOrPhone: z.string(),
        promptedAs: z.nullable(z.string()),
        again: z.boolean(),
      }),
    )
    .output(
      z.discriminatedUnion('success', [
        z.object({ success: z.literal(true), money: z.nullable(usable) }),
        z.object({ success: z.literal(false), code: z.enum([...refusalCodes, 'not_told']) }),
      ]),
    ),
}
