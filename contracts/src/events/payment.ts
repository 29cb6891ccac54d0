import * as z from 'zod/mini'
import { doubts, evidences, outgoings, promptStates, tillMoves } from '../vocabulary/index.ts'
import { integrationEvent } from './integration-event.ts'

/** `paymentId` is a keyed hash of the receipt, which stands in none of these; `at` is when we learnt it. */
const about = { paymentId: z.string(), at: z.string() }
/** When the money moved, as M-Pesa tells it; missing: when we learnt it. */
const valueAt = z.optional(z.string())
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
  confirmed: integrationEvent('payment.confirmed', 1, z.object({ ...about, by: evidence, cents: z.number(), valueAt })),
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
    z.object({ ...about, deliveryId: z.nullable(z.string()), cents: z.number(), valueAt }),
  ),
  /** A statement says when the money of a reversal that was told went back; that counts from now on. */
  reversalDated: integrationEvent('payment.reversal-dated', 1, z.object({ ...about, valueAt: z.string() })),
  /** It has become somebody's after it was heard of, or is nobody's any more; the sighting that it came with says so itself. */
  claimed: integrationEvent('payment.claimed', 1, z.object({ ...about, claimed: z.boolean() })),
  /** An agent gave it for this delivery at the door, and it was another's: it pays for that no more, for ever. */
  withdrawn: integrationEvent('payment.withdrawn', 1, z.object({ ...about, deliveryId: z.string() })),
  /** All of `by`, its cents, counts with `paymentId` from now on, and pays for nothing by itself. Once of each `by`. */
  toppedUp: integrationEvent('payment.topped-up', 1, z.object({ ...about, by: z.string(), cents: z.number() })),
  /** Somebody has paid money of it back, outside of Tuma; once a `refundId`. */
  refunded: integrationEvent(
    'payment.refunded',
    1,
    z.object({ ...about, refundId: z.string(), deliveryId: z.nullable(z.string()), cents: z.number() }),
  ),
  /**
   * A row of the till's statement that is no customer's payment; once a `rowId`. `cents` is what the till has more, negative
   * what it has less. `paymentId`: of the payment that a charge was taken for, null where it is of none. `outgoingId`: of money
   * that was paid out to a person, a keyed hash of its receipt; missing of everything else. A row that turns out to be of another
   * kind is told of by the opposite, then again.
   */
  tillMoved: integrationEvent(
    'payment.till-moved',
    1,
    z.object({
      rowId: z.string(),
      kind: z.enum(tillMoves),
      paymentId: z.nullable(z.string()),
      outgoingId: z.optional(z.string()),
      cents: z.number(),
      movedAt: z.string(),
      at: z.string(),
    }),
  ),
  /** A receipt of money that left is taken; what is noted with it (`id`: a payout or refund) follows, or is refused. */
  outgoingClaimed: integrationEvent(
    'payment.outgoing-claimed',
    1,
    z.object({ outgoingId: z.string(), of: z.enum(outgoings), id: z.string(), cents: z.number(), at: z.string() }),
  ),
  /** Money has left by M-Pesa and is noted: once an `outgoingId`. `deliveryIds`: for which parcels. */
  paidOut: integrationEvent(
    'payment.paid-out',
    1,
    z.object({
      outgoingId: z.string(),
      of: z.enum(outgoings),
      id: z.string(),
      cents: z.number(),
      deliveryIds: z.array(z.string()),
      at: z.string(),
    }),
  ),
  /** Its payer has booked nothing with it and is told, once: proven money that was never used or paid back. */
  leftUnused: integrationEvent('payment.left-unused', 1, z.object(about)),
  promptChanged: integrationEvent(
    'payment.prompt-changed',
    1,
    z.object({ promptId: z.string(), state: z.enum(promptStates), at: z.string() }),
  ),
}
