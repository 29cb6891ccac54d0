import type { CommandContext } from '@tuma/contracts/services'
import { Refused } from '@tuma/contracts/vocabulary'
import type { KeyedHash, Streams } from '@tuma/platform/event-sourcing'
import type { Collection } from '@tuma/platform/ports'
import { type Environment, openKeyedMutex } from '@tuma/platform/runtime'
import type { Prompt } from '../domain/prompt/prompt.ts'
import type { PromptRow } from '../domain/prompt/prompts-view.ts'
import { promptIn } from '../recorded.ts'
import type { PromptLimits } from '../settings.ts'
import type { StoredDomainEvent } from '../stored-events.ts'
import { askingForAgents } from './asking-for-agents.ts'
import { promptAnswers } from './prompt-answers.ts'
import { assertMayPayIn } from './prompt-limits.ts'
import type { SendingPrompts } from './sending-prompts.ts'

type Wanted = {
  readonly asked: CommandContext
  readonly drawer: string
  /** Cents of cash with the agent. */
  readonly inDrawer: number
  readonly name: string
  readonly phone: string
  readonly amount: number
}

const maxListed = 20
/** What the payer reads on the phone: at most 12 characters. */
const reference = 'Cash pay in'

/** Prompts for cash that agents pay in. What they bring is never a payer's. */
export const payIns = (deps: {
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

  const askNew = async (promptId: string, wanted: Wanted): Promise<Prompt> => {
    const { asked, drawer, inDrawer, name, phone, amount } = wanted
    if (100 * amount > inDrawer) throw new Refused('more_than_cash')
    await assertMayPayIn(prompts, limits, { drawer, now: environment.now() })
    return askForAgent(promptId, { asked, personId: drawer, reference, name, phone, amount }, { payIn: { drawer } })
  }

  return {
    /** @throws Refused prompts_off, more_than_cash, prompt_open, too_many */
    async ask(wanted: Wanted) {
      if (!sending) throw new Refused('prompts_off')
      const { asked, drawer, phone } = wanted
      const promptId = hash('prompt for cash', [drawer, asked.commandId]).slice(0, 32)
      return runExclusive([`drawer ${drawer}`, hash('phone', phone)], async () => {
        const before = await promptIn(streams, promptId)
        if (before) return getAnswer(promptId, before)
        const asking = await askNew(promptId, wanted)
        sending.send(promptId)
        return getAnswer(promptId, asking)
      })
    },

    async of(drawer: string, promptId: string) {
      const found = await promptIn(streams, promptId)
      return found?.payIn?.drawer === drawer ? getAnswer(promptId, found) : null
    },

    async list(drawer: string) {
      const { documents } = await prompts.find({ where: { drawer }, limit: maxListed })
      const found = await Promise.all(
        documents.map(async ({ promptId, askedAt: at }) => {
          const one = await promptIn(streams, promptId)
          return one && { ...(await getAnswer(promptId, one)), paymentId: one.paymentId, at }
        }),
      )
      return found.filter((one) => one !== null)
    },
  }
}
