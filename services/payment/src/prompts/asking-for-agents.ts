import { type CommandContext, getTrace, nameOfActor } from '@tuma/contracts/services'
import { assumeNewStream, type KeyedHash, metadataFrom, type Streams } from '@tuma/platform/event-sourcing'
import type { Collection } from '@tuma/platform/ports'
import type { Environment } from '@tuma/platform/runtime'
import type { Payer } from '../domain/payment.ts'
import { type Prompt, prompt, promptStream } from '../domain/prompt/prompt.ts'
import type { PromptRow } from '../domain/prompt/prompts-view.ts'
import { hashedWords } from '../payer.ts'
import type { PromptLimits } from '../settings.ts'
import type { StoredDomainEvent } from '../stored-events.ts'
import { askedByAgent, assertMayPrompt } from './prompt-limits.ts'

type Wanted = {
  readonly asked: CommandContext
  /** Whose key seals name and phone. */
  readonly personId: string
  /** What the payer reads on the prompt; at most 12 characters. */
  readonly reference: string
  readonly name: string
  readonly phone: string
  readonly amount: number
}
/** What the money is for. */
type Purpose = { readonly deliveryId: string } | { readonly payIn: { readonly drawer: string } }

const noPayer: Payer = { key: null, nameKey: null, cookieless: false }

/** Stores a new prompt of an agent. What it brings never belongs to a payer. */
export const askingForAgents = (deps: {
  readonly streams: Streams<StoredDomainEvent>
  readonly prompts: Collection<PromptRow>
  readonly limits: PromptLimits
  readonly hash: KeyedHash
  readonly environment: Environment
}) => {
  const { streams, prompts, limits, hash, environment } = deps
  const ask = streams.getHandler(prompt)

  /** @throws Refused prompt_open, too_many */
  return async (promptId: string, wanted: Wanted, purpose: Purpose): Promise<Prompt> => {
    const { asked, personId, reference, name, phone, amount } = wanted
    const phoneKey = hash('phone', phone)
    const metadata = metadataFrom({ ...asked, actor: getTrace(asked.actor) }, environment.now())
    const { at } = metadata
    const from = askedByAgent(nameOfActor(asked.actor), hash)
    const limited = { phoneKey, payerKey: null, isAccount: false, from, amount, now: at }
    await assertMayPrompt(prompts, limits, limited)
    const sender = { personId, name, phone }
    const command = {
      ...{ type: 'AskPrompt' as const, payer: noPayer, sender, senderWords: hashedWords(name, hash) },
      ...{ phoneKey, ...from.keys, reference, amount, ...purpose, at },
    }
    const { state } = await ask(promptStream(promptId), command, metadata, assumeNewStream(prompt))
    return state as Prompt
  }
}
