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
      /** The payment that paid for it; null when it is paid on delivery. */
      paymentId: z.nullable(z.string()),
      requestedAt: z.string(),
      /** The shop where it is handed in, by its public name. */
      senderShop: z.optional(z.object({ location: z.string(), address: z.string() })),
      /** An agent took it in for a customer at the counter, paid this way; missing for a parcel that was sent in. */
      counter: z.optional(z.object({ agentId: z.string(), how: z.string() })),
      /** The sender's language; missing when it is unknown. */
      language: z.optional(z.enum(languages)),
      /** SMS about the request that wait for an admin, with the reason as a word; missing when both are sent. */
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
      /** True when another status follows in the same command; missing when the parcel stays in this one. */
      passing: z.optional(z.boolean()),
      /** The shop that scanned it in, by its public name; missing when a person pressed the step. */
      shop: z.optional(z.object({ location: z.string(), address: z.string() })),
      /** ISO: when the agent's device did it, if it told us later. */
      doneAt: z.optional(z.string()),
    }),
  ),
  /**
   * The parcel was not collected, so the receiver gets a reminder. `day` of the wait, counted from the day of arrival;
   * once for each such day.
   */
  receiverReminded: integrationEvent(
    'delivery.receiver-reminded',
    1,
    z.object({ ...about, day: z.number(), at: z.string() }),
  ),
  /** The sender must decide: the parcel goes back on the day `until` (Nairobi's), or waits longer if it may. */
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
  /** The sender lets it wait longer, until that day in Nairobi; `times` is how often they have done so. */
  waitProlonged: integrationEvent(
    'delivery.wait-prolonged',
    1,
    z.object({ ...about, times: z.number(), until: z.string(), at: z.string() }),
  ),
  /**
   * The parcel returns to its sender from now on. Only `movedBack` announces its moves on that way, and only `returned`
   * its end: no payment, earning or completion follows from them.
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
  /**
   * The sender has the parcel back; once for each delivery. `paymentId` is what they paid beforehand, which may be paid
   * back.
   */
  returned: integrationEvent(
    'delivery.returned',
    1,
    z.object({ ...about, paymentId: z.nullable(z.string()), at: z.string() }),
  ),
  /** The parcel is lost, or was found again. */
  lost: integrationEvent('delivery.lost', 1, z.object({ ...about, lost: z.boolean(), at: z.string() })),
  /** The receiver gets another collection code; on the way back the sender does. The code itself is never announced. */
  codeIssued: integrationEvent(
    'delivery.code-issued',
    1,
    z.object({ ...about, leg: z.optional(z.enum(['back'])), at: z.string() }),
  ),
  /**
   * The receiver has another phone, and the code sent to the previous phone no longer works. Only delivery knows the
   * number, by the generation of the code that began with it.
   */
  receiverPhoneChanged: integrationEvent(
    'delivery.receiver-phone-changed',
    1,
    z.object({ ...about, generation: z.number(), at: z.string() }),
  ),
  /** An agent handed it over without its code. */
  collectedWithoutCode: integrationEvent(
    'delivery.collected-without-code',
    1,
    z.object({ ...about, ownerId: z.nullable(z.string()), agentId: z.nullable(z.string()), at: z.string() }),
  ),
  /** A rider or picker was assigned, or replaced; only delivery knows who. */
  assigned: integrationEvent(
    'delivery.assigned',
    1,
    z.object({ ...about, to: z.enum(['rider', 'picker']), at: z.string() }),
  ),
  /**
   * A hold was set or released. The parcel takes no step while any of `holds` is set; these are all of them from `at`
   * on. No such event comes with a request or at the end, because a parcel begins without holds and a delivered one has
   * none. A doubt about its payment is announced after the end too, and holds the parcel if the office sets it back.
   */
  held: integrationEvent('delivery.held', 1, z.object({ ...about, holds: z.array(z.enum(holdCodes)), at: z.string() })),
  /** Once a delivery: at the request (pay now) or at the first delivered (pay on delivery). */
  paid: integrationEvent('delivery.paid', 1, z.object({ ...about, fee: z.number(), paidAt: z.string() })),
  /**
   * Once for each delivery that is paid on delivery, with the step that hands it over, or in cash at the counter: how
   * the due amount was paid.
   * `agentId` is the account that has the cash or answers for it, null when an admin set the status. `paymentIds` are
   * M-Pesa's. `said`: the agent chose how; false for the bare step, which counts as cash. `owedTo` gets the product's
   * price: `account:<id>`, or `phone:<keyed hash>` of the phone on the form.
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
      /** True: the sender paid the fee at the counter, before the parcel left. Missing: at hand-over. */
      beforehand: z.optional(z.boolean()),
      at: z.string(),
    }),
  ),
  /**
   * The cash that agents took at hand-over on a day in Nairobi, in cents, from all events of that day; `agentId` is null
   * where no agent is known. At least two hours after the day, and again when a sum has changed. `at`: until when the
   * sums have everything.
   */
  takingsSummed: integrationEvent(
    'delivery.takings-summed',
    1,
    z.object({
      day: z.string(),
      takings: z.array(z.object({ agentId: z.nullable(z.string()), cents: z.int() })),
      at: z.string(),
    }),
  ),
  /** Once for each delivery of a signed-in client: collected (dukani) or delivered (doorstep). */
  completed: integrationEvent(
    'delivery.completed',
    1,
    z.object({ ...about, ownerId: z.string(), points: z.number(), at: z.string() }),
  ),
  /** By an admin. `freed`: it was not handed over yet, so that its payment may pay for another request. */
  deleted: integrationEvent(
    'delivery.deleted',
    1,
    z.object({ ...about, paymentId: z.nullable(z.string()), freed: z.boolean(), at: z.string() }),
  ),
  /**
   * The parcel was cancelled where it was handed in. `cashBack`: shillings that the agent with `agentId` gave back out of
   * their drawer; `paymentId`: a payment that is free again. Lists, counts and revenue leave the parcel out.
   */
  cancelled: integrationEvent(
    'delivery.cancelled',
    1,
    z.object({
      ...about,
      because: z.string(),
      cashBack: z.optional(z.number()),
      agentId: z.nullable(z.string()),
      paymentId: z.nullable(z.string()),
      at: z.string(),
    }),
  ),
  /**
   * The personal data of its sender or receiver can no longer be read. `paymentId` comes with the sender: the payment
   * for it.
   */
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
   * A deleted account has no parcel under way any longer, or the waiting time has passed: services with personal data
   * of it destroy its keys now. With the payments of its parcels; one account may need several such events.
   */
  accountParcelsEnded: integrationEvent(
    'delivery.account-parcels-ended',
    1,
    z.object({ accountId: z.string(), paymentIds: z.array(z.string()), at: z.string() }),
  ),
}
