import { fold, type Recorded, type Streams, unlessDamaged } from '@tuma/platform/event-sourcing'
import { type PaymentEvent, paymentStream } from './domain/payment.ts'
import { type Prompt, type PromptEvent, prompt, promptStream } from './domain/prompt/prompt.ts'
import type { StoredDomainEvent } from './stored-events.ts'

type Reading = Pick<Streams<StoredDomainEvent>, 'read'>

/**
 * The events of a payment, oldest first; empty where the stream is damaged. A stream holds events of its own kind only.
 */
export const getPast = async (streams: Reading, paymentId: string): Promise<Recorded<PaymentEvent>[]> =>
  (await unlessDamaged(streams.read(paymentStream(paymentId)), [])) as Recorded<PaymentEvent>[]

export const promptIn = async (streams: Reading, promptId: string): Promise<Prompt | null> =>
  fold(prompt, (await streams.read(promptStream(promptId))) as Recorded<PromptEvent>[])

/** The amount in whole shillings from the message, or from the agent who gave its receipt. */
export const toldIn = (past: readonly Recorded<PaymentEvent>[]): number | undefined => {
  const told = past.findLast((event) => event.type === 'PaymentClaimed' || event.type === 'PaymentPromised')
  return told?.data.amount
}

/** The event that last gave it an owner; undefined where only M-Pesa has reported it. */
export const lastClaimIn = (past: readonly Recorded<PaymentEvent>[]) =>
  past.findLast((event) => event.type === 'PaymentClaimed' || event.type === 'PaymentBound')
