import * as z from 'zod/mini'
import { doubts, evidences, outgoings, promptStates, tillMoves } from '../vocabulary/index.ts'
import { integrationEvent } from './integration-event.ts'

/** `paymentId` is a keyed hash of the receipt, which no event contains; `at` is when we learnt of the payment. */
const about = { paymentId: z.string(), at: z.string() }
/** When the money moved, according to M-Pesa; missing: when we learnt of it. */
const valueAt = z.optional(z.string())
/** The account of the agent who paid cash in; missing: it is not an agent's cash. */
const payIn = z.optional(z.object({ drawer: z.string() }))
const evidence = z.enum(evidences)

/** Money is cents, instants are ISO strings. A payment's amount counts once, however many sources report it. */
export const paymentEvents = {
  /**
   * Once for each source that reports the payment; the first such event is the first that other services learn of it.
   */
  seen: integrationEvent(
    'payment.seen',
    1,
    z.object({ ...about, by: evidence, cents: z.number(), paidAt: z.string(), claimed: z.boolean() }),
  ),
  /** Once, when a source better than a message reports it. `cents` is the amount that counts from now on. */
  confirmed: integrationEvent('payment.confirmed', 1, z.object({ ...about, by: evidence, cents: z.number(), valueAt })),
  /**
   * What was confirmed of payments on a day in Nairobi, by the time of each payment. At least two hours after the day,
   * and again when the sum has changed. `at`: until when the sum has everything.
   */
  takingsSummed: integrationEvent(
    'payment.takings-summed',
    1,
    z.object({ day: z.string(), cents: z.int(), at: z.string() }),
  ),
  /**
   * The payment must not be trusted until it is cleared. Published again when a delivery uses such a payment;
   * `deliveryId` is the one that uses it, null when none does.
   */
  doubted: integrationEvent(
    'payment.doubted',
    1,
    z.object({ ...about, deliveryId: z.nullable(z.string()), because: z.enum(doubts) }),
  ),
  /** Evidence arrived after all, or an admin accepts the payment. */
  cleared: integrationEvent(
    'payment.cleared',
    1,
    z.object({ ...about, deliveryId: z.nullable(z.string()), by: z.enum(['evidence', 'admin']) }),
  ),
  /** M-Pesa gave the payer their money back. Published again when a delivery uses it, like `doubted`. */
  reversed: integrationEvent(
    'payment.reversed',
    1,
    z.object({ ...about, deliveryId: z.nullable(z.string()), cents: z.number(), valueAt }),
  ),
  /** A statement has the date on which the money of a known reversal went back; that date counts from now on. */
  reversalDated: integrationEvent('payment.reversal-dated', 1, z.object({ ...about, valueAt: z.string() })),
  /**
   * After it was first seen, the payment became an account's or a visitor's, or was released; the first `seen` has its
   * own `claimed`. `payIn`: it is cash of that agent's drawer, and no payer's.
   */
  claimed: integrationEvent('payment.claimed', 1, z.object({ ...about, claimed: z.boolean(), payIn })),
  /**
   * An agent used it for this delivery at the door, and it was another payer's: it never pays for that delivery again.
   */
  withdrawn: integrationEvent('payment.withdrawn', 1, z.object({ ...about, deliveryId: z.string() })),
  /**
   * All of `by`, that is `cents`, counts with `paymentId` from now on, and `by` alone pays for nothing. Once for each
   * `by`.
   */
  toppedUp: integrationEvent('payment.topped-up', 1, z.object({ ...about, by: z.string(), cents: z.number() })),
  /** An admin paid money of it back, outside of Tuma; once for each `refundId`. */
  refunded: integrationEvent(
    'payment.refunded',
    1,
    z.object({ ...about, refundId: z.string(), deliveryId: z.nullable(z.string()), cents: z.number() }),
  ),
  /**
   * A row of the till's statement that is no customer's payment; once for each `rowId`. `cents` is the change of the
   * till, negative when money left. `paymentId`: the payment that a charge was taken for, null without one.
   * `outgoingId`: a keyed hash of the receipt of money that was paid out to a person; missing otherwise. When a row
   * turns out to be of another kind, its opposite is published and then the row again.
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
  /** Reserves the receipt of money that left; its payout or refund (`id`) follows, or is refused. */
  outgoingClaimed: integrationEvent(
    'payment.outgoing-claimed',
    1,
    z.object({ outgoingId: z.string(), of: z.enum(outgoings), id: z.string(), cents: z.number(), at: z.string() }),
  ),
  /**
   * Money has left by M-Pesa and is recorded: once for each `outgoingId`. `deliveryIds`: the parcels that it paid for.
   */
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
  /** Proven money that was never used or paid back: its payer gets one message about it. */
  leftUnused: integrationEvent('payment.left-unused', 1, z.object(about)),
  promptChanged: integrationEvent(
    'payment.prompt-changed',
    1,
    z.object({ promptId: z.string(), state: z.enum(promptStates), at: z.string() }),
  ),
}
