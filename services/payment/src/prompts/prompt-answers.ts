import { fold, type Streams } from '@tuma/platform/event-sourcing'
import { getSentence } from '../domain/message/mpesa-message.ts'
import { getShillings } from '../domain/payment.ts'
import { payment } from '../domain/payment-decisions.ts'
import type { Prompt } from '../domain/prompt/prompt.ts'
import { getPast } from '../recorded.ts'
import type { StoredDomainEvent } from '../stored-events.ts'

/** A prompt as its caller sees it, with the payment that it became and the one that this was poured into. */
export const promptAnswers = (streams: Streams<StoredDomainEvent>) => {
  const paymentIn = async (paymentId: string) => fold(payment, await getPast(streams, paymentId))
  return async (promptId: string, { state, amount, reason, paymentId, bookingId }: Prompt) => {
    const paid = paymentId === null ? null : await paymentIn(paymentId)
    const total = paid?.addedTo ? await paymentIn(paid.addedTo.into) : null
    const asked = { promptId, state, amount, reason, ...(bookingId === undefined ? {} : { books: true as const }) }
    const known = { ...asked, sentence: paid ? getSentence(paid) : null }
    return total ? { ...known, total: getShillings(total) } : known
  }
}
