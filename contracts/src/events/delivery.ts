import * as z from 'zod/mini'
import { deliveryStatuses, deliveryTypes, holdCodes, languages, returnReasons, takenHows } from '../vocabulary/index.ts'
import { integrationEvent } from './integration-event.ts'

const about = { deliveryId: z.string(), deliveryType: z.enum(deliveryTypes) }

/** Money is whole shillings, instants are ISO strings. */
export const deliveryEvents = {
  requested: integrationEvent(
    'delivery.requested',
    1,
    z.object({
      ...about,
      ownerId: z.nullable(z.string()),
      fee: z.number(),
      /** The payment it was paid with, null when it is paid on delivery. */
      paymentId: z.nullable(z.string()),
      requestedAt: z.string(),
      /** The shop that it is handed in at, by its public name. */
      senderShop: z.optional(z.object({ location: z.string(), address: z.string() })),
      /** What its sender reads; missing: nobody said. */
      language: z.optional(z.enum(languages)),
      /** Whose SMS about the request are held, with the reason as a word for admins; missing: nobody's. */
      held: z.optional(z.object({ sender: z.nullable(z.string()), receiver: z.nullable(z.string()) })),
    }),
  ),
  statusChanged: integrationEvent(
    'delivery.status-changed',
    1,
    z.object({
      ...about,
      from: z.enum(deliveryStatuses),
      to: z.enum(deliveryStatuses),
      at: z.string(),
      /** It has gone on in the same moment; missing where it stayed. */
      passing: z.optional(z.boolean()),
    }),
  ),
  /**
   * Nobody has fetched it: whoever gets it is to be reminded. `day` of the wait, counted from the day on which it arrived; once
   * a day of the wait.
   */
  receiverReminded: integrationEvent(
    'delivery.receiver-reminded',
    1,
    z.object({ ...about, day: z.number(), at: z.string() }),
  ),
  /** Its sender is to say what becomes of it: it goes back on the day `until` (Nairobi's), or waits longer, where it may. */
  senderAsked: integrationEvent(
    'delivery.sender-asked',
    1,
    z.object({
      ...about,
      ownerId: z.nullable(z.string()),
      day: z.number(),
      until: z.string(),
      mayWait: z.boolean(),
      at: z.string(),
    }),
  ),
  /** Its sender lets it wait longer, until that day in Nairobi; `times` is how often they have said so. */
  waitProlonged: integrationEvent(
    'delivery.wait-prolonged',
    1,
    z.object({ ...about, times: z.number(), until: z.string(), at: z.string() }),
  ),
  /**
   * It goes to whoever sent it from now on. Its moves on that way are told by `movedBack` alone, and its end by `returned`:
   * nothing of it is paid, earned or completed.
   */
  returnStarted: integrationEvent(
    'delivery.return-started',
    1,
    z.object({
      ...about,
      ownerId: z.nullable(z.string()),
      from: z.enum(deliveryStatuses),
      to: z.enum(deliveryStatuses),
      why: z.enum(returnReasons),
      at: z.string(),
    }),
  ),
  movedBack: integrationEvent(
    'delivery.moved-back',
    1,
    z.object({ ...about, from: z.enum(deliveryStatuses), to: z.enum(deliveryStatuses), at: z.string() }),
  ),
  /** Whoever sent it has it again, once a delivery. `paymentId` is what they paid beforehand: it may be paid back. */
  returned: integrationEvent(
    'delivery.returned',
    1,
    z.object({ ...about, paymentId: z.nullable(z.string()), at: z.string() }),
  ),
  /** Nobody finds it, or somebody has found it again. */
  lost: integrationEvent('delivery.lost', 1, z.object({ ...about, lost: z.boolean(), at: z.string() })),
  /** Another collection code goes to the receiver, on the way back to the sender. The code itself is never announced. */
  codeIssued: integrationEvent(
    'delivery.code-issued',
    1,
    z.object({ ...about, leg: z.optional(z.enum(['back'])), at: z.string() }),
  ),
  /**
   * Whoever gets it has another phone: what the one before was told opens nothing any more. Which, only delivery knows, by the
   * generation of the code that began with it.
   */
  receiverPhoneChanged: integrationEvent(
    'delivery.receiver-phone-changed',
    1,
    z.object({ ...about, generation: z.number(), at: z.string() }),
  ),
  /** Handed over on an agent's word: nobody showed its code. */
  collectedWithoutCode: integrationEvent(
    'delivery.collected-without-code',
    1,
    z.object({ ...about, ownerId: z.nullable(z.string()), agentId: z.nullable(z.string()), at: z.string() }),
  ),
  /** Somebody was written down who takes it on, or another in their place; who, only delivery knows. */
  assigned: integrationEvent(
    'delivery.assigned',
    1,
    z.object({ ...about, to: z.enum(['rider', 'picker']), at: z.string() }),
  ),
  /**
   * Something holds it, or does no more: it takes no step while any of `holds` does, which are all that hold it from `at` on.
   * A request and the end of its way say nothing of it: a parcel begins free, and what was handed over is held by nothing. A
   * doubt of its payment is announced then too, and holds it if the office sets it back on its way.
   */
  held: integrationEvent('delivery.held', 1, z.object({ ...about, holds: z.array(z.enum(holdCodes)), at: z.string() })),
  /** Once a delivery: at the request (pay now) or at the first delivered (pay on delivery). */
  paid: integrationEvent('delivery.paid', 1, z.object({ ...about, fee: z.number(), paidAt: z.string() })),
  /**
   * Once a delivery that is paid on delivery: how what was due was taken when it was handed over, with its step. `agentId` is
   * the account in whose hands it is or who stands for it, null where an admin set the parcel past the agents. `paymentIds`
   * are M-Pesa's. `said`: the agent said how; false is the bare step, and then it counts as cash. `owedTo` is who gets the
   * product's price: `account:<id>`, or `phone:<keyed hash>` of the form's phone.
   */
  taken: integrationEvent(
    'delivery.taken',
    1,
    z.object({
      ...about,
      how: z.enum(takenHows),
      said: z.boolean(),
      agentId: z.nullable(z.string()),
      fee: z.number(),
      productPrice: z.number(),
      paymentIds: z.array(z.string()),
      owedTo: z.string(),
      at: z.string(),
    }),
  ),
  /** Once a delivery that a signed-in client sent: collected (dukani) or delivered (doorstep). */
  completed: integrationEvent(
    'delivery.completed',
    1,
    z.object({ ...about, ownerId: z.string(), points: z.number(), at: z.string() }),
  ),
  /** By an admin. `freed`: it was not handed over yet, so its payment may pay for another request. */
  deleted: integrationEvent(
    'delivery.deleted',
    1,
    z.object({ ...about, paymentId: z.nullable(z.string()), freed: z.boolean(), at: z.string() }),
  ),
  /** Nobody can read any more who sent or gets it. `paymentId` is with the sender what it was paid with. */
  personErased: integrationEvent(
    'delivery.person-erased',
    1,
    z.object({
      deliveryId: z.string(),
      role: z.enum(['sender', 'receiver']),
      paymentId: z.nullable(z.string()),
      at: z.string(),
    }),
  ),
  /**
   * A deleted account has no parcel under way any more, or has waited long enough: who knows something personal of it
   * destroys its keys now. With what its parcels were paid; one account may be told in several parts.
   */
  accountParcelsEnded: integrationEvent(
    'delivery.account-parcels-ended',
    1,
    z.object({ accountId: z.string(), paymentIds: z.array(z.string()), at: z.string() }),
  ),
}
