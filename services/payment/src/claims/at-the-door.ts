import type { CommandContext } from '@tuma/contracts/services'
import { Refused } from '@tuma/contracts/vocabulary'
import { fold, type KeyedHash, type Streams } from '@tuma/platform/event-sourcing'
import { type Collection, everyDocument } from '@tuma/platform/ports'
import { type Environment, openKeyedMutex } from '@tuma/platform/runtime'
import { getShillings } from '../domain/payment.ts'
import { payment } from '../domain/payment-decisions.ts'
import { promptStream } from '../domain/prompt/prompt.ts'
import type { PromptRow } from '../domain/prompt/prompts-view.ts'
import { askingForAgents } from '../prompts/asking-for-agents.ts'
import { promptAnswers } from '../prompts/prompt-answers.ts'
import { assertMayAskAgain } from '../prompts/prompt-limits.ts'
import type { SendingPrompts } from '../prompts/sending-prompts.ts'
import { getPast, promptIn } from '../recorded.ts'
import type { PromptLimits } from '../settings.ts'
import type { StoredDomainEvent } from '../stored-events.ts'

type Wanted = {
  readonly asked: CommandContext
  readonly deliveryId: string
  /** What the payer reads on the prompt; short enough for M-Pesa. */
  readonly reference: string
  readonly name: string
  readonly phone: string
  readonly amount: number
}

const isPaid = ({ state }: Pick<PromptRow, 'state'>): boolean => state === 'paid' || state === 'arrived'

/** Payments when a parcel is handed over. They belong to the delivery from the beginning, and never to a payer. */
export const atTheDoor = (deps: {
  readonly streams: Streams<StoredDomainEvent>
  readonly prompts: Collection<PromptRow>
  /** Null where M-Pesa must not be called. */
  readonly sending: SendingPrompts | null
  readonly limits: PromptLimits
  readonly hash: KeyedHash
  readonly environment: Environment
}) => {
  const { streams, prompts, sending, limits, hash, environment } = deps
  const askForAgent = askingForAgents(deps)
  const runExclusive = openKeyedMutex()
  const getAnswer = promptAnswers(streams)
  /** Newest first. */
  const getRows = (deliveryId: string) => Array.fromAsync(everyDocument(prompts, { where: { deliveryId } }))

  const askNew = (promptId: string, { deliveryId, ...wanted }: Wanted) =>
    askForAgent(promptId, { ...wanted, personId: promptStream(promptId) }, { deliveryId })

  return {
    /** @throws Refused prompts_off, prompt_open, too_many */
    async ask(wanted: Wanted) {
      if (!sending) throw new Refused('prompts_off')
      const { asked, deliveryId, phone } = wanted
      const promptId = hash('prompt at the door', [deliveryId, asked.commandId]).slice(0, 32)
      return runExclusive([`delivery ${deliveryId}`, hash('phone', phone)], async () => {
        const before = await promptIn(streams, promptId)
        if (before) return getAnswer(promptId, before)
        const rows = await getRows(deliveryId)
        const paid = rows.find(isPaid)
        const found = paid && (await promptIn(streams, paid.promptId))
        if (found) return getAnswer(paid.promptId, found)
        assertMayAskAgain(rows, limits, environment.now())
        const asking = await askNew(promptId, wanted)
        sending.send(promptId)
        return getAnswer(promptId, asking)
      })
    },

    async asked(deliveryId: string) {
      const rows = await getRows(deliveryId)
      const telling = rows.find(isPaid) ?? rows[0]
      const found = telling && (await promptIn(streams, telling.promptId))
      return found ? getAnswer(telling.promptId, found) : null
    },

    async of(promptId: string) {
      const found = await promptIn(streams, promptId)
      if (!found?.deliveryId) return null
      return { ...(await getAnswer(promptId, found)), deliveryId: found.deliveryId }
    },

    async settled(deliveryId: string, promptId: string) {
      const asked = await promptIn(streams, promptId)
      if (asked?.deliveryId !== deliveryId || asked.paymentId === null) return null
      const paid = fold(payment, await getPast(streams, asked.paymentId))
      if (paid?.usedBy !== deliveryId || ((paid.reversed || paid.doubt) && !paid.letPass)) return null
      return { paymentId: asked.paymentId, amount: getShillings(paid) }
    },
  }
}
