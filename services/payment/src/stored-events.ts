import {
  doubts,
  evidences,
  outgoingApprovals,
  outgoings,
  type PromptRefusal,
  promptRefusals,
  rowDirections,
  rowKinds,
  sightings,
  tillMoves,
  treatedKinds,
} from '@tuma/contracts/vocabulary'
import { personal, type StoredEventTypes, stored } from '@tuma/platform/event-sourcing'
import * as z from 'zod/mini'
import type { UnreadEvent } from './domain/message/unread-shapes.ts'
import type { OutgoingEvent } from './domain/outgoing/outgoing.ts'
import { type PaymentEvent, refundRefusals } from './domain/payment.ts'
import { type CallbackEvent, callbackKinds } from './domain/prompt/callback.ts'
import type { PromptEvent } from './domain/prompt/prompt.ts'
import type { ReminderEvent } from './domain/reminder.ts'
import type { LookedAtEvent } from './domain/statement/looked-at.ts'
import type { RowKindEvent } from './domain/statement/row-kind.ts'
import type { PageEvent, StatementEvent } from './domain/statement/statement.ts'
import type { MovementEvent } from './domain/statement/till-movement.ts'
import type { TakingsSummed } from './domain/takings.ts'

/** The events of every stream of the service. */
export type StoredDomainEvent =
  | PaymentEvent
  | PromptEvent
  | ReminderEvent
  | CallbackEvent
  | PageEvent
  | StatementEvent
  | MovementEvent
  | LookedAtEvent
  | RowKindEvent
  | OutgoingEvent
  | UnreadEvent
  | TakingsSummed

const payer = z.object({ key: z.nullable(z.string()), nameKey: z.nullable(z.string()), cookieless: z.boolean() })
const deliveryId = z.nullable(z.string())
const note = personal({ reason: z.string() })
const at = z.string()
const tillRow = {
  receipt: z.nullable(z.string()),
  name: z.nullable(z.string()),
  kindId: z.nullable(z.string()),
  cents: z.int(),
  movedAt: z.string(),
  at,
}
/** Missing where no callback brings it. */
const checkoutRequestId = z.optional(z.string())
const reasons = Object.keys(promptRefusals) as [PromptRefusal, ...PromptRefusal[]]

export const storedEvents: StoredEventTypes<StoredDomainEvent> = {
  PaymentClaimed: stored(
    z.object({
      evidence: z.literal('message'),
      code: z.string(),
      amount: z.int(),
      recipient: z.string(),
      paidAt: z.string(),
      codeDateAgrees: z.boolean(),
      payer,
      sender: personal({ name: z.string() }),
      reference: z.string(),
      claimedAt: z.string(),
      senderWords: z.array(z.string()),
      quotedAt: z.optional(z.string()),
    }),
  ),
  TakingsSummed: stored(z.object({ day: z.string(), cents: z.int(), at })),
  PaymentMoved: stored(z.object({ reference: z.string(), movedAt: z.string() })),
  PaymentUsed: stored(
    z.object({
      deliveryId: z.string(),
      usedAt: z.string(),
      fee: z.optional(z.int()),
    }),
  ),
  PaymentPaidIn: stored(z.object({ drawer: z.string(), at })),
  PaymentUnserved: stored(z.object({ deliveryId: z.string(), because: z.enum(['deleted', 'returned']), at })),
  PaymentAdded: stored(z.object({ into: z.string(), adding: z.string(), at })),
  PaymentToppedUp: stored(z.object({ by: z.string(), adding: z.string(), cents: z.int(), proven: z.boolean(), at })),
  PaymentTopUpProven: stored(z.object({ by: z.string(), cents: z.int(), at })),
  PaymentTopUpDeclined: stored(z.object({ by: z.string(), adding: z.string(), at })),
  PaymentReturned: stored(z.object({ from: z.string(), adding: z.string(), at })),
  PaymentRefunded: stored(
    z.object({ refundId: z.string(), cents: z.int(), receipt: z.string(), deliveryId, note, at }),
  ),
  RefundRefused: stored(z.object({ refundId: z.string(), code: z.enum(refundRefusals), max: z.nullable(z.int()), at })),
  PaymentReleased: stored(z.object({ deliveryId: z.string(), at })),
  PaymentPromised: stored(
    z.object({
      deliveryId: z.string(),
      code: z.string(),
      amount: z.int(),
      proof: z.object({ words: z.array(z.string()), phoneEnds: z.array(z.string()) }),
      at,
    }),
  ),
  PaymentSeen: stored(
    z.object({
      by: z.enum(sightings),
      code: z.string(),
      cents: z.int(),
      recipient: z.string(),
      paidAt: z.string(),
      asked: z.boolean(),
      payerNames: z.array(z.string()),
      payerPhoneEnd: z.nullable(z.string()),
      counts: z.boolean(),
      claimed: z.boolean(),
      at,
    }),
  ),
  PaymentConfirmed: stored(z.object({ by: z.enum(evidences), cents: z.int(), paidAt: at, at })),
  PaymentBound: stored(
    z.object({
      by: z.enum(['prompt', 'message', 'receipt', 'link', 'admin']),
      payer,
      sender: personal({ name: z.string() }),
      senderWords: z.array(z.string()),
      reference: z.string(),
      note: z.nullable(note),
      quotedAt: z.optional(z.string()),
      at,
    }),
  ),
  PaymentUnbound: stored(z.object({ note, at })),
  PaymentWithdrawn: stored(z.object({ deliveryId: z.string(), note, at })),
  PaymentDoubted: stored(z.object({ because: z.enum(doubts), deliveryId, at })),
  PaymentCleared: stored(z.object({ by: z.enum(['evidence', 'admin']), deliveryId, note: z.nullable(note), at })),
  PaymentReversed: stored(z.object({ cents: z.int(), deliveryId, reversedAt: at, at })),
  PaymentReversalDated: stored(z.object({ reversedAt: at, at })),
  PromptAsked: stored(
    z.object({
      payer,
      sender: personal({ name: z.string(), phone: z.string() }),
      senderWords: z.array(z.string()),
      phoneKey: z.string(),
      networkKey: z.nullable(z.string()),
      widerNetworkKey: z.nullable(z.string()),
      reference: z.string(),
      amount: z.int(),
      // The payment that it is poured into.
      adds: z.optional(z.string()),
      deliveryId: z.optional(z.string()),
      payIn: z.optional(z.object({ drawer: z.string() })),
      bookingId: z.optional(z.string()),
      at,
    }),
  ),
  PromptAttempted: stored(z.object({ replica: z.string(), at })),
  PromptSent: stored(z.object({ checkoutRequestId: z.string(), at })),
  PromptUnanswered: stored(z.object({ at })),
  PromptArrived: stored(z.object({ checkoutRequestId, at })),
  PromptPaid: stored(z.object({ paymentId: z.string(), checkoutRequestId, at })),
  PromptFailed: stored(z.object({ reason: z.enum(reasons), checkoutRequestId, at })),
  PromptLapsed: stored(z.object({ at })),
  PayerReminded: stored(z.object({ paymentId: z.string(), until: z.string(), at })),
  CallbackTaken: stored(
    z.object({
      kind: z.enum(callbackKinds),
      about: z.nullable(z.string()),
      addressChecked: z.boolean(),
      again: z.boolean(),
      told: personal({ body: z.string() }),
      at,
    }),
  ),
  StatementPageKept: stored(
    z.object({
      rows: z.array(
        z.object({
          receipt: z.string(),
          kind: z.enum(rowKinds),
          name: z.nullable(z.string()),
          isCharge: z.boolean(),
          cents: z.int(),
          at,
          balance: z.nullable(z.int()),
          linked: z.nullable(z.string()),
          payerNames: z.array(z.string()),
          payerPhoneEnd: z.nullable(z.string()),
        }),
      ),
      at,
    }),
  ),
  StatementRead: stored(
    z.object({
      pageIds: z.array(z.string()),
      rows: z.int(),
      from: z.string(),
      to: z.string(),
      shortCode: z.nullable(z.string()),
      account: z.nullable(z.string()),
      proposal: z.nullable(
        z.object({ shortCode: z.nullable(z.string()), from: z.nullable(z.string()), to: z.nullable(z.string()) }),
      ),
      opening: z.nullable(z.int()),
      closing: z.nullable(z.int()),
      gaps: z.array(z.object({ row: z.int(), at, cents: z.int() })),
      gapsInAll: z.int(),
      openings: z.array(
        z.object({
          account: z.string(),
          from: z.string(),
          opening: z.int(),
          first: z.array(z.object({ cents: z.int(), balance: z.int() })),
        }),
      ),
      unknownKinds: z.array(
        z.object({
          kindId: z.string(),
          name: z.string(),
          direction: z.enum(rowDirections),
          count: z.int(),
          cents: z.int(),
        }),
      ),
      at,
    }),
  ),
  StatementCommitted: stored(
    z.object({
      confirmed: z.boolean(),
      shortCode: z.nullable(z.string()),
      rulings: z.array(z.object({ kindId: z.string(), as: z.enum(treatedKinds), since: z.string() })),
      at,
    }),
  ),
  StatementPageApplied: stored(z.object({ pages: z.int(), at })),
  StatementApplied: stored(z.object({ at })),
  TillMoved: stored(
    z.object({
      ...tillRow,
      kind: z.enum(tillMoves),
      paymentId: z.nullable(z.string()),
      outgoingId: z.nullable(z.string()),
      ruling: z.nullable(z.object({ kindId: z.string(), since: z.string() })),
    }),
  ),
  TillMoveUnclear: stored(z.object({ ...tillRow, linkedId: z.nullable(z.string()) })),
  TillMoveIsPayment: stored(z.object({ at })),
  TillMoveExplained: stored(z.object({ note, cents: z.int(), movedAt: z.string(), at })),
  RowKindTreated: stored(
    z.object({ name: z.string(), direction: z.enum(rowDirections), as: z.enum(treatedKinds), at }),
  ),
  RowKindUndone: stored(z.object({ since: z.string(), at })),
  DifferenceExplained: stored(z.object({ note, at })),
  OutgoingClaimed: stored(
    z.object({
      of: z.enum(outgoings),
      id: z.string(),
      about: z.string(),
      cents: z.int(),
      receipt: z.string(),
      payee: personal({ name: z.nullable(z.string()), phone: z.nullable(z.string()) }),
      payeeKey: z.string(),
      payeeWords: z.array(z.string()),
      by: z.string(),
      approvedBy: z.nullable(z.string()),
      approval: z.enum(outgoingApprovals),
      note: z.nullable(note),
      at,
    }),
  ),
  OutgoingPaid: stored(
    z.object({ of: z.enum(outgoings), id: z.string(), cents: z.int(), deliveryIds: z.array(z.string()), at }),
  ),
  OutgoingReleased: stored(z.object({ id: z.string(), at })),
  OutgoingApproved: stored(z.object({ by: z.string(), note: z.nullable(note), at })),
  MessageUnread: stored(z.object({ shape: z.string(), at })),
}
