import { doubts, evidences, type PromptRefusal, promptRefusals, sightings } from '@tuma/contracts/vocabulary'
import { personal, type StoredEventTypes, stored } from '@tuma/platform/event-sourcing'
import * as z from 'zod/mini'
import { type CallbackEvent, callbackKinds } from './domain/callback.ts'
import type { PaymentEvent } from './domain/payment.ts'
import type { PromptEvent } from './domain/prompt.ts'

/** Of every stream of the service. */
export type StoredDomainEvent = PaymentEvent | PromptEvent | CallbackEvent

const payer = z.object({ key: z.nullable(z.string()), nameKey: z.nullable(z.string()), cookieless: z.boolean() })
const deliveryId = z.nullable(z.string())
const note = personal({ reason: z.string() })
const at = z.string()
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
      // Since 2026-11-23. A release that does not read it finds the payment by its receipt and reference alone.
      senderWords: z.optional(z.array(z.string())),
    }),
  ),
  PaymentMoved: stored(z.object({ reference: z.string(), movedAt: z.string() })),
  PaymentUsed: stored(z.object({ deliveryId: z.string(), usedAt: z.string() })),
  PaymentReleased: stored(z.object({ deliveryId: z.string(), at })),
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
  PaymentConfirmed: stored(z.object({ by: z.enum(evidences), cents: z.int(), at })),
  PaymentBound: stored(
    z.object({
      by: z.enum(['prompt', 'message', 'admin']),
      payer,
      sender: personal({ name: z.string() }),
      senderWords: z.array(z.string()),
      reference: z.string(),
      note: z.nullable(note),
      at,
    }),
  ),
  PaymentUnbound: stored(z.object({ note, at })),
  PaymentDoubted: stored(z.object({ because: z.enum(doubts), deliveryId, at })),
  PaymentCleared: stored(z.object({ by: z.enum(['evidence', 'admin']), deliveryId, note: z.nullable(note), at })),
  PaymentReversed: stored(z.object({ cents: z.int(), deliveryId, at })),
  PromptAsked: stored(
    z.object({
      payer,
      sender: personal({ name: z.string(), phone: z.string() }),
      senderWords: z.array(z.string()),
      phoneKey: z.string(),
      networkKey: z.nullable(z.string()),
      reference: z.string(),
      amount: z.int(),
      at,
    }),
  ),
  PromptAttempted: stored(z.object({ replica: z.string(), at })),
  PromptSent: stored(z.object({ checkoutRequestId: z.string(), at })),
  PromptUnanswered: stored(z.object({ at })),
  PromptArrived: stored(z.object({ at })),
  PromptPaid: stored(z.object({ paymentId: z.string(), at })),
  PromptFailed: stored(z.object({ reason: z.enum(reasons), at })),
  PromptLapsed: stored(z.object({ at })),
  CallbackTaken: stored(
    z.object({
      kind: z.enum(callbackKinds),
      about: z.nullable(z.string()),
      told: personal({ body: z.string() }),
      at,
    }),
  ),
}
