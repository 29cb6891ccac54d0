import { fold, type KeyedHash, type Recorded, type Streams, unlessDamaged } from '@tuma/platform/event-sourcing'
import { type CallbackEvent, callbackStream } from './domain/callback.ts'
import type { PaymentEvent } from './domain/payment.ts'
import { payment } from './domain/payment-decisions.ts'
import type { Prompt } from './domain/prompt.ts'
import { accountKey, proofOf } from './payer.ts'
import { pastOf, promptIn } from './recorded.ts'
import type { StoredDomainEvent } from './stored-events.ts'

type House = { readonly streams: Streams<StoredDomainEvent>; readonly hash: KeyedHash }
type Asking = { readonly paymentId: string; readonly userId: string; readonly phone: string }

/**
 * Whether a payment is an account's, or was made with its phone: by a prompt on it, or by how the payer's phone ends, as far
 * as M-Pesa has told. Ends of few digits meet strangers too: then a colleague does what this admin may not.
 */
export const ownPayments =
  ({ streams, hash }: House) =>
  async ({ paymentId, userId, phone }: Asking): Promise<boolean> => {
    const past = await pastOf(streams, paymentId)
    const state = fold(payment, past)
    if (!state) return false
    if (state.payers.some(({ key }) => key === accountKey(userId))) return true
    if (past.some((event) => event.type === 'PaymentClaimed' && event.data.payer.key === accountKey(userId)))
      return true
    const { phoneEnds } = proofOf(phone, hash, { name: '', numbers: [] })
    if (state.payerPhoneEnds.some((end) => phoneEnds.includes(end))) return true
    const prompts = await promptsOf(streams, past)
    return prompts.some((prompt) => prompt.phoneKey === hash('phone', phone))
  }

/** By which prompts it was paid: their phone paid. */
export const promptsOf = async (
  streams: House['streams'],
  past: readonly Recorded<PaymentEvent>[],
): Promise<Prompt[]> => {
  const causes = past.map(({ metadata }) => metadata.causationId)
  const callbacks = [...new Set(causes.filter((cause) => cause.startsWith(callbackStream(''))))]
  const told = await Promise.all(
    callbacks.map(async (stream) => (await unlessDamaged(streams.read(stream), [])) as Recorded<CallbackEvent>[]),
  )
  const asked = told.flat().flatMap(({ data: { about } }) => (about === null ? [] : [about]))
  const prompts = await Promise.all(asked.map((promptId) => promptIn(streams, promptId)))
  return prompts.filter((prompt) => prompt !== null)
}
