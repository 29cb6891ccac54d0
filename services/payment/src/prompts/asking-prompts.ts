import type { Actor, CommandContext } from '@tuma/contracts/services'
import { payerOfBooking, Refused } from '@tuma/contracts/vocabulary'
import { assumeNewStream, fold, type KeyedHash, type Streams } from '@tuma/platform/event-sourcing'
import type { Collection } from '@tuma/platform/ports'
import { type Environment, openKeyedMutex } from '@tuma/platform/runtime'
import { paidFirst } from '../claims/claims.ts'
import { getShillings, isPayer, type Payer, payerFrom, type Shown } from '../domain/payment.ts'
import { payment } from '../domain/payment-decisions.ts'
import type { PaymentRow } from '../domain/payment-views.ts'
import { type Prompt, prompt, promptStream } from '../domain/prompt/prompt.ts'
import { isPromptAmount } from '../domain/prompt/prompt-amount.ts'
import type { PromptRow } from '../domain/prompt/prompts-view.ts'
import { hashedWords, metadataOfPayer, shownBy } from '../payer.ts'
import { getPast, promptIn } from '../recorded.ts'
import type { PromptLimits } from '../settings.ts'
import type { StoredDomainEvent } from '../stored-events.ts'
import { promptAnswers } from './prompt-answers.ts'
import { askedByAgent, askedFrom, assertMayPrompt } from './prompt-limits.ts'
import type { SendingPrompts } from './sending-prompts.ts'

type Wanted = {
  readonly asked: CommandContext
  readonly reference: string
  readonly senderName: string
  readonly phone: string
  readonly amount: number
  /** What parcels have cost in the last day. */
  readonly fees: readonly number[]
  /** Pours the money into their open payment for this reference. */
  readonly adds?: boolean | undefined
  /** Who asks for a customer. */
  readonly agentId?: string | undefined
  /** Of the sender who pays. */
  readonly bookingId?: string | undefined
}

const getPayerKey = ({ key, nameKey }: Payer): string | null => key ?? nameKey

/** The same payer with the same command gets the same prompt. */
export const promptIdOf = (hash: KeyedHash, payer: Payer, commandId: string): string =>
  hash('prompt', [getPayerKey(payer), commandId]).slice(0, 32)

/** The same booking with the same command gets the same prompt, also where a sender pays for it. */
const promptIdOfBooking = (hash: KeyedHash, bookingId: string, commandId: string): string =>
  promptIdOf(hash, payerFrom(shownBy({ kind: 'system', name: payerOfBooking(bookingId) }, '', hash)), commandId)

/** Prompts, for the people who ask for one. */
export const askingPrompts = (deps: {
  readonly streams: Streams<StoredDomainEvent>
  readonly prompts: Collection<PromptRow>
  readonly payments: Collection<PaymentRow>
  /** Null where M-Pesa must not be called. */
  readonly sending: SendingPrompts | null
  readonly limits: PromptLimits
  readonly hash: KeyedHash
  readonly environment: Environment
}) => {
  const { streams, prompts, payments, sending, limits, hash, environment } = deps
  const handle = streams.getHandler(prompt)
  const takeFirst = paidFirst({ streams, payments })
  const getAnswer = promptAnswers(streams)
  const runExclusive = openKeyedMutex()

  const toppedUpBy = async (adds: boolean | undefined, shown: Shown, reference: string) =>
    (adds && (await takeFirst({ shown, reference, except: null }))) || undefined

  /** @throws Refused prompt_amount */
  const assertAmount = async ({ amount, fees, reference }: Wanted, shown: Shown): Promise<void> => {
    if (isPromptAmount(amount, fees, 0)) return
    const open = await takeFirst({ shown, reference, except: null })
    const paid = open === null ? null : fold(payment, await getPast(streams, open))
    if (!paid || !isPromptAmount(amount, fees, getShillings(paid))) throw new Refused('prompt_amount')
  }

  return {
    /** @throws Refused prompts_off, prompt_amount, prompt_open, too_many */
    async ask(wanted: Wanted) {
      const { asked, reference, senderName, phone, amount, adds, agentId, bookingId } = wanted
      if (!sending) throw new Refused('prompts_off')
      const { actor } = asked
      const shown = shownBy(actor, senderName, hash)
      const payer = payerFrom(shown)
      const payerKey = getPayerKey(payer)
      const promptId =
        bookingId === undefined
          ? promptIdOf(hash, payer, asked.commandId)
          : promptIdOfBooking(hash, bookingId, asked.commandId)
      const phoneKey = hash('phone', phone)
      const from = agentId === undefined ? askedFrom(asked.network, hash) : askedByAgent(agentId, hash)
      const { widerNetworkKey } = from.keys
      return runExclusive(widerNetworkKey === null ? [phoneKey] : [phoneKey, widerNetworkKey], async () => {
        const before = await promptIn(streams, promptId)
        const now = asked.at ?? environment.now()
        const isAccount = actor.kind === 'user'
        if (!before) {
          await assertAmount(wanted, shown)
          await assertMayPrompt(prompts, limits, { phoneKey, payerKey, isAccount, from, amount, now })
        }
        const personId = isAccount ? actor.userId : promptStream(promptId)
        const command = {
          ...{ type: 'AskPrompt' as const, payer, sender: { personId, name: senderName, phone } },
          ...{ senderWords: hashedWords(senderName, hash), phoneKey, ...from.keys, reference, amount, at: now },
          ...{ adds: await toppedUpBy(adds, shown, reference), bookingId },
        }
        const metadata = metadataOfPayer(asked, payer, now)
        const { state } = await handle(
          promptStream(promptId),
          command,
          metadata,
          before ? undefined : assumeNewStream(prompt),
        )
        sending.send(promptId)
        return getAnswer(promptId, state as Prompt)
      })
    },

    /** Null for another person than its payer, by account or cookie, because a question has no name. */
    async of(actor: Actor, promptId: string) {
      const found = await promptIn(streams, promptId)
      if (!found || !isPayer(found.payer, shownBy(actor, '', hash))) return null
      return getAnswer(promptId, found)
    },
  }
}
