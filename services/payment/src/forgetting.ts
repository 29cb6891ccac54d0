import { type Lease, pollUnderLease, type Recorded, type Streams, unlessDamaged } from '@tuma/platform/event-sourcing'
import { type Collection, everyDocument } from '@tuma/platform/ports'
import type { Environment, Log } from '@tuma/platform/runtime'
import { leftPayee } from './domain/outgoing/outgoing.ts'
import type { OutgoingRow } from './domain/outgoing/outgoing-views.ts'
import { type CallbackEvent, callbackStream } from './domain/prompt/callback.ts'
import { promptStream } from './domain/prompt/prompt.ts'
import type { PromptRow } from './domain/prompt/prompts-view.ts'
import { getPast, promptIn } from './recorded.ts'
import type { StoredDomainEvent } from './stored-events.ts'

const dayMs = 24 * 60 * 60 * 1000
const looksEveryMs = 60 * 60 * 1000
/**
 * A person who did not pay is forgotten after this time. We look for a month longer, in case no process looked on that
 * day.
 */
const unpaidDays = 30

export type Forgetting = {
  /**
   * Erases the payers of these payments: the name at the payment, the phone of the prompt and what M-Pesa reported of
   * them.
   */
  payers(paymentIds: readonly string[]): Promise<void>
  /** Erases the person whose phone was asked at the door for a parcel's money. */
  getReceiver(deliveryId: string): Promise<void>
  /** Erases what M-Pesa reported of an agent, and of others whose phones they named, who paid cash in. */
  getAgent(accountId: string): Promise<void>
  close(): Promise<void>
}

/** Erases payers when delivery says so, and people whose phone was asked and who did not pay after thirty days. */
export const forgetting = (deps: {
  readonly streams: Streams<StoredDomainEvent>
  readonly prompts: Collection<PromptRow>
  readonly outgoing: Collection<OutgoingRow>
  readonly lease: Lease
  readonly environment: Environment
  readonly log: Log
}): Forgetting => {
  const { streams, prompts, outgoing, lease, environment, log } = deps

  /** A payment names the callback that reported it, and the callback names the prompt. */
  const keysBehind = async (paymentId: string): Promise<string[]> => {
    const past = await getPast(streams, paymentId)
    const callbacks = past.flatMap(({ metadata: { causationId } }) =>
      causationId.startsWith(callbackStream('')) ? [causationId] : [],
    )
    const asked = await Promise.all(
      [...new Set(callbacks)].map(async (stream) => {
        const told = (await unlessDamaged(streams.read(stream), [])) as Recorded<CallbackEvent>[]
        return told.flatMap(({ data: { about } }) => (about === null ? [] : [promptStream(about)]))
      }),
    )
    return [paymentId, ...callbacks, ...asked.flat()]
  }

  const destroy = async (personIds: readonly string[]): Promise<void> => {
    const gone = await Promise.all(personIds.map((personId) => streams.keys.isDestroyed(personId)))
    const left = personIds.filter((_, index) => !gone[index])
    if (left.length > 0) await streams.keys.destroy(left)
  }

  const askedIn = async (where: { readonly [field: string]: string }): Promise<void> => {
    const rows = await Array.fromAsync(everyDocument(prompts, { where }))
    const asked = await Promise.all(rows.map(({ promptId }) => promptIn(streams, promptId)))
    const paid = asked.flatMap((prompt) => (prompt?.paymentId ? [prompt.paymentId] : []))
    const keys = await Promise.all(paid.map(keysBehind))
    await destroy([...new Set([...rows.map(({ promptId }) => promptStream(promptId)), ...keys.flat()])])
  }

  const look = async (): Promise<void> => {
    const daysAgo = (days: number) => new Date(Date.parse(environment.now()) - days * dayMs).toISOString()
    const between = { from: daysAgo(2 * unpaidDays), to: daysAgo(unpaidDays) }
    const unpaid = { where: { state: ['failed', 'lapsed'] }, between }
    const rows = await Array.fromAsync(everyDocument(prompts, unpaid))
    await destroy(rows.map(({ promptId }) => promptStream(promptId)))
    const sent = await Array.fromAsync(everyDocument(outgoing, { between }))
    await destroy(sent.map(({ outgoingId }) => leftPayee(outgoingId)))
  }
  const onFault = (error: unknown) => log.error({ err: error }, 'payment can not forget who was asked and did not pay')
  const looks = pollUnderLease(looksEveryMs, { lease, look, onFault })
  void looks.pollNow()

  return {
    async payers(paymentIds) {
      const keys = await Promise.all(paymentIds.map(keysBehind))
      await destroy([...new Set(keys.flat())])
    },
    getReceiver: (deliveryId) => askedIn({ deliveryId }),
    getAgent: (accountId) => askedIn({ drawer: accountId }),
    close: looks.close,
  }
}
