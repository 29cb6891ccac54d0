import { isProof } from '@tuma/contracts/vocabulary'
import { type Recorded, type Streams, unlessDamaged } from '@tuma/platform/event-sourcing'
import { readC2bConfirmation, readStatusResult } from './daraja/index.ts'
import type { PaymentEvent } from './domain/payment.ts'
import { type CallbackEvent, callbackStream } from './domain/prompt/callback.ts'
import type { StoredDomainEvent } from './stored-events.ts'

/**
 * The phone (254…) that paid, where a proof of the payment has all of it; undefined where M-Pesa shows its end or a
 * hash. It is read from M-Pesa's callback, which is sealed and erased with the person.
 */
export const toldPhone = async (
  streams: Pick<Streams<StoredDomainEvent>, 'read'>,
  past: readonly Recorded<PaymentEvent>[],
): Promise<string | undefined> => {
  const proofs = past.filter(({ type, data }) => type === 'PaymentSeen' && isProof(data.by))
  for (const { metadata } of proofs) {
    if (!metadata.causationId.startsWith(callbackStream(''))) continue
    const [taken] = (await unlessDamaged(streams.read(metadata.causationId), [])) as Recorded<CallbackEvent>[]
    const phone = taken && phoneIn(taken.data)
    if (phone) return phone
  }
  return undefined
}

/** A prompt's own phone is known without its callback. */
const phoneIn = ({ kind, told: { body } }: CallbackEvent['data']): string | null => {
  if (kind === 'confirmation') return readC2bConfirmation(body)?.phone ?? null
  const answer = kind === 'status' ? readStatusResult(body) : null
  return answer?.kind === 'transaction' ? answer.phone : null
}
