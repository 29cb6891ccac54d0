import {
  bookAccounts,
  deliveryTypes,
  evidences,
  explanations,
  givingsBack,
  offerEnds,
  outgoings,
  takenHows,
  tillMoves,
} from '@tuma/contracts/vocabulary'
import { personal, type StoredEventTypes, stored } from '@tuma/platform/event-sourcing'
import * as z from 'zod/mini'
import type { BookEvent } from './domain/books-views.ts'
import { takingsTellers } from './domain/takings.ts'

const deliveryType = z.enum(deliveryTypes)
const shop = z.optional(z.object({ location: z.string(), address: z.string() }))
const at = z.string()
const cents = z.int()
const deliveryId = z.string()
const accountId = z.string()
const valueAt = z.string()
const posting = z.object({
  account: z.enum(bookAccounts),
  party: z.nullable(z.string()),
  cents,
  valueAt: z.optional(valueAt),
})
const posted = { at, postings: z.array(posting) }
const parcels = z.array(z.object({ deliveryId, cents }))
const agentId = z.nullable(z.string())
const note = personal({ reason: z.string() })
const handOver = { agentId: z.string(), handOverId: z.string(), cents, parcels }

const counted = z.object({ deliveryType, day: z.string(), shop })
const fee = z.object({ deliveryType, fee: z.int(), day: z.string(), shop })

const ofSales = {
  DeliveryCounted: stored(counted),
  FeeTaken: stored(fee),
  SaleCancelled: stored(z.object({ agentId, cashBack: cents, ...posted })),
  CountTakenBack: stored(counted),
  FeeTakenBack: stored(fee),
  FeeBooked: stored(z.object({ cents, ...posted })),
  SaleDeleted: stored(z.object({ freed: z.boolean(), ...posted })),
  SaleTaken: stored(
    z.object({
      how: z.enum(takenHows),
      said: z.boolean(),
      agentId,
      feeCents: cents,
      productCents: cents,
      paymentIds: z.array(z.string()),
      owedTo: z.string(),
      beforehand: z.optional(z.literal(true)),
      ...posted,
    }),
  ),
  TakingExplained: stored(
    z.object({ as: z.enum(explanations), agentId, paymentId: z.nullable(z.string()), note, ...posted }),
  ),
  PaymentProven: stored(
    z.object({ paymentId: z.string(), confirmed: z.boolean(), doubted: z.boolean(), asOf: z.int(), at }),
  ),
  TakingWithdrawn: stored(z.object({ paymentId: z.string(), ...posted })),
  SaleTurnedBack: stored(z.object({ cash: cents, ...posted })),
  TakingGivenBack: stored(z.object({ as: z.enum(givingsBack), note, ...posted })),
  CashArrived: stored(z.object({ at })),
  CashArrivalTakenBack: stored(z.object({ at })),
  FeeStood: stored(z.object({ deliveryType, day: z.string(), confirmed: z.int(), deleted: z.int() })),
}

const ofTill = {
  MoneySeen: stored(z.object({ by: z.enum(evidences), cents, claimed: z.boolean(), valueAt, ...posted })),
  MoneyConfirmed: stored(z.object({ cents, valueAt, ...posted })),
  MoneyReversed: stored(z.object({ valueAt, ...posted })),
  MoneyDoubted: stored(z.object(posted)),
  MoneyCleared: stored(z.object(posted)),
  MoneyClaimed: stored(
    z.object({ claimed: z.boolean(), payIn: z.optional(z.object({ drawer: z.string() })), ...posted }),
  ),
  MoneyToppedUp: stored(z.object({ by: z.string(), cents, ...posted })),
  MoneyPoured: stored(z.object({ into: z.string(), cents, ...posted })),
  MoneySpent: stored(z.object({ deliveryId, due: cents, agentId, ...posted })),
  MoneyFreed: stored(z.object({ deliveryId, withdrawn: z.boolean(), ...posted })),
  MoneyRefunded: stored(z.object({ refundId: z.string(), deliveryId: z.nullable(z.string()), cents, ...posted })),
  TillMoved: stored(z.object({ rowId: z.string(), kind: z.enum(tillMoves), cents, valueAt, ...posted })),
  MoneyLeft: stored(z.object({ of: z.enum(outgoings), cents, ...posted })),
}

const ofOffer = { agentId: z.string(), offerId: z.string() }
const datedParts = z.array(z.object({ deliveryId, cents, at }))
const ofPassingOn = {
  CashOffered: stored(z.object({ ...ofOffer, to: z.string(), cents, at })),
  CashOfferEnded: stored(z.object({ ...ofOffer, why: z.enum(offerEnds), at })),
  CashPassedOn: stored(z.object({ ...ofOffer, to: z.string(), cents, parcels: datedParts, ...posted })),
  CashTakenOver: stored(z.object({ ...ofOffer, from: z.string(), cents, parcels: datedParts, ...posted })),
  PassedCashReceived: stored(
    z.object({
      ...{ agentId: z.string(), receiptId: z.string(), at },
      parcels: z.array(z.object({ deliveryId, cents })),
    }),
  ),
  PassedReceiptTakenBack: stored(z.object({ agentId: z.string(), receiptId: z.string(), at, parcels })),
}
const ofPayment = { agentId: z.string(), paymentId: z.string(), cents, asOf: z.int() }
const ofPayingIn = {
  CashPaidIn: stored(z.object({ ...ofPayment, paid: cents, parcels, ...posted })),
  PayInReversed: stored(z.object({ ...ofPayment, parcels: datedParts, ...posted })),
}

export const storedEvents: StoredEventTypes<BookEvent> = {
  ...ofSales,
  ...ofTill,
  TakingsTold: stored(
    z.object({
      by: z.enum(takingsTellers),
      day: z.string(),
      takings: z.array(z.object({ party: z.nullable(z.string()), cents })),
      summedAt: z.string(),
      at,
    }),
  ),
  CashStood: stored(
    z.object({
      agentId: z.string(),
      deliveryId,
      cents,
      awaiting: z.boolean(),
      withdrawn: z.optional(z.boolean()),
      left: z.optional(cents),
      asOf: z.int(),
      at,
    }),
  ),
  CashHandedOver: stored(z.object({ ...handOver, declared: cents, byOffice: z.boolean(), ...posted })),
  CashReceived: stored(z.object({ ...handOver, counted: cents, note: z.nullable(note), ...posted })),
  ShortageAccepted: stored(
    z.object({
      ...{ agentId: z.string(), handOverId: z.string(), cents, by: z.string() },
      ...{ approvedBy: z.nullable(z.string()), at },
    }),
  ),
  ...ofPassingOn,
  ...ofPayingIn,
  ParcelOwed: stored(
    z.object({
      owedTo: z.string(),
      deliveryId,
      cents,
      how: z.enum(takenHows),
      ready: z.boolean(),
      again: z.boolean(),
      paid: z.boolean(),
      asOf: z.int(),
      at,
    }),
  ),
  PayeeKept: stored(z.object({ accountId, payee: personal({ name: z.string(), phone: z.string() }), at })),
  PayeeLeft: stored(z.object({ accountId, at })),
  PayeeForgotten: stored(z.object({ accountId, at })),
  PayToSet: stored(
    z.object({ accountId, payTo: personal({ name: z.string(), phone: z.string() }), by: z.string(), at }),
  ),
  PaidOut: stored(
    z.object({ owedTo: z.string(), payoutId: z.string(), cents, reference: z.string(), parcels, valueAt, ...posted }),
  ),
  PayoutRefused: stored(
    z.object({
      owedTo: z.string(),
      payoutId: z.string(),
      newPayee: z.nullable(z.object({ changedAt: z.string(), payableFrom: z.string() })),
      at,
    }),
  ),
}
