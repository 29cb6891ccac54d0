import { fold, type KeyedHash, type Streams } from '@tuma/platform/event-sourcing'
import { payment } from './domain/payment-decisions.ts'
import { accountKey, toProof } from './payer.ts'
import type { PayingPrompts } from './prompts/paying-phones.ts'
import { getPast } from './recorded.ts'
import type { StoredDomainEvent } from './stored-events.ts'

type Deps = {
  readonly streams: Streams<StoredDomainEvent>
  readonly hash: KeyedHash
  readonly promptsThatPaid: PayingPrompts
}
type Asking = { readonly paymentId: string; readonly userId: string; readonly phone: string }

/**
 * Whether a payment belongs to an account, or was made with its phone: by a prompt on it, or by the end of the payer's
 * phone, as far as M-Pesa has reported it. Short ends match strangers too; then another admin does what this one may
 * not.
 */
export const ownPayments =
  ({ streams, hash, promptsThatPaid }: Deps) =>
  async ({ paymentId, userId, phone }: Asking): Promise<boolean> => {
    const past = await getPast(streams, paymentId)
    const state = fold(payment, past)
    if (!state) return false
    if (state.payers.some(({ key }) => key === accountKey(userId))) return true
    if (past.some((event) => event.type === 'PaymentClaimed' && event.data.payer.key === accountKey(userId)))
      return true
    const { phoneEnds } = toProof(phone, hash, { name: '', numbers: [] })
    if (state.payerPhoneEnds.some((end) => phoneEnds.includes(end))) return true
    const prompts = await promptsThatPaid(paymentId)
    return prompts.some((prompt) => prompt.phoneKey === hash('phone', phone))
  }
