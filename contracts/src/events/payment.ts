import * as z from 'zod/mini'
import { doubts, evidences, promptStates } from '../vocabulary/index.ts'
import { integrationEvent } from './integration-event.ts'

/** `paymentId` is a keyed hash of the receipt, which stands in none of these; `at` is when we learnt it. */
const about = { paymentId: z.string(), at: z.string() }
const evidence = z.enum(evidences)

/** Money is cents, instants are ISO strings. A payment's amount counts once, whatever it is seen by. */
export const paymentEvents = {
  /** Each time that something else tells of it; the first is the first that anybody hears of this money. */
  seen: integrationEvent(
    'payment.seen',
    1,
    z.object({ ...about, by: evidence, cents: z.number(), paidAt: z.string(), claimed: z.boolean() }),
  ),
  /** Once: something above a message has told of it. `cents` is what counts from now on. */
  confirmed: integrationEvent('payment.confirmed', 1, z.object({ ...about, by: evidence, cents: z.number() })),
  /**
   * Not to be believed until it is cleared. Said again when a delivery takes such a payment; `deliveryId` is the one that
   * has it, null where none has.
   */
  doubted: integrationEvent(
    'payment.doubted',
    1,
    z.object({ ...about, deliveryId: z.nullable(z.string()), because: z.enum(doubts) }),
  ),
  /** Evidence came after all, or an admin lets it pass. */
  cleared: integrationEvent(
    'payment.cleared',
    1,
    z.object({ ...about, deliveryId: z.nullable(z.string()), by: z.enum(['evidence', 'admin']) }),
  ),
  /** The payer has their money back from M-Pesa. Said again when a delivery takes it, as `doubted`. */
  reversed: integrationEvent(
    'payment.reversed',
    1,
    z.object({ ...about, deliveryId: z.nullable(z.string()), cents: z.number() }),
  ),
  promptChanged: integrationEvent(
    'payment.prompt-changed',
    1,
    z.object({ promptId: z.string(), state: z.enum(promptStates), at: z.string() }),
  ),
}
