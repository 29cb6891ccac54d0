import { fold, type Streams } from '@tuma/platform/event-sourcing'
import { type Collection, everyDocument } from '@tuma/platform/ports'
import { payingPaymentIds } from '../domain/outgoing/refund-target.ts'
import { payment } from '../domain/payment-decisions.ts'
import type { Prompt } from '../domain/prompt/prompt.ts'
import { type PromptRow, promptsView } from '../domain/prompt/prompts-view.ts'
import { getPast, promptIn } from '../recorded.ts'
import type { StoredDomainEvent } from '../stored-events.ts'

/** The phone of an erased person is not a number. */
const isPhone = (phone: string): boolean => /^\d+$/.test(phone)

export type PayingPrompts = (paymentId: string) => Promise<Prompt[]>

/** The prompts that paid a payment, or part of it, so their phones paid. Empty where it was paid in another way. */
export const payingPrompts =
  (deps: { readonly streams: Streams<StoredDomainEvent>; readonly prompts: Collection<PromptRow> }): PayingPrompts =>
  async (paymentId) => {
    const { streams, prompts } = deps
    const state = fold(payment, await getPast(streams, paymentId))
    if (!state) return []
    await streams.assertShown([promptsView], 'the prompts are not all shown')
    const rows = await Promise.all(
      payingPaymentIds(paymentId, state).map((id) =>
        Array.fromAsync(everyDocument(prompts, { where: { paymentId: id } })),
      ),
    )
    const paid = await Promise.all(rows.flat().map(({ promptId }) => promptIn(streams, promptId)))
    return paid.filter((prompt) => prompt !== null)
  }

/** Their phones (254…), each once. */
export const getPhones = (prompts: readonly Prompt[]): string[] => [
  ...new Set(prompts.map(({ sender }) => sender.phone).filter(isPhone)),
]
