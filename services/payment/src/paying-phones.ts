import { fold, type Streams } from '@tuma/platform/event-sourcing'
import { type Collection, everyDocument } from '@tuma/platform/ports'
import { payment } from './domain/payment-decisions.ts'
import type { PromptRow } from './domain/prompts-view.ts'
import { payingPaymentIds } from './domain/refund-target.ts'
import { pastOf, promptIn } from './recorded.ts'
import type { StoredDomainEvent } from './stored-events.ts'

/** An erased person's phone is no number any more. */
const isPhone = (phone: string): boolean => /^\d+$/.test(phone)

/** The phones (254…) that paid a payment, or part of it, by a prompt; empty where it was paid in another way. */
export const payingPhones =
  (house: { readonly streams: Streams<StoredDomainEvent>; readonly prompts: Collection<PromptRow> }) =>
  async (paymentId: string): Promise<string[]> => {
    const { streams, prompts } = house
    const state = fold(payment, await pastOf(streams, paymentId))
    const paid = state ? payingPaymentIds(paymentId, state) : []
    const each = await Promise.all(
      paid.map(async (id) => {
        const rows = await Array.fromAsync(everyDocument(prompts, { where: { paymentId: id } }))
        return Promise.all(rows.map(({ promptId }) => promptIn(streams, promptId)))
      }),
    )
    const phones = each
      .flat()
      .flatMap((prompt) => (prompt && isPhone(prompt.sender.phone) ? [prompt.sender.phone] : []))
    return [...new Set(phones)]
  }
