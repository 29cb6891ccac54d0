import type { PromptRefusal, PromptState, Shillings } from '@tuma/contracts/vocabulary'
import type { Decider, DomainEvent } from '@tuma/platform/domain'
import type { Payer } from '../payment.ts'

/** A request for a payment that M-Pesa shows on somebody's phone. */
export const promptStream = (promptId: string): string => `checkout-${promptId}`

/** Stored before M-Pesa is asked: a prompt that nobody remembers would take money for nothing. */
type PromptAsked = DomainEvent<
  'PromptAsked',
  {
    readonly payer: Payer
    /** Who asks, and the phone that is to pay. */
    readonly sender: { readonly personId: string; readonly name: string; readonly phone: string }
    readonly senderWords: readonly string[]
    /** Keyed hashes of the phone and of where it was asked from, for the limits. */
    readonly phoneKey: string
    readonly networkKey: string | null
    /** Of the wider network, which one stranger may hold all of. */
    readonly widerNetworkKey: string | null
    readonly reference: string
    readonly amount: Shillings
    /** The payment that what is paid is poured into; missing where it is to stand alone. */
    readonly adds?: string | undefined
    /** What is to be handed over for it; missing where whoever asks is its payer. */
    readonly deliveryId?: string | undefined
    readonly at: string
  }
>
/** Daraja's, where its callback came before the call was answered, or instead: missing where it was known, or not told. */
type Told = { readonly checkoutRequestId?: string | undefined; readonly at: string }
type PromptStep =
  /** Whose append this is calls M-Pesa, and nobody else: there is no way to find out whether a lost call arrived. */
  | DomainEvent<'PromptAttempted', { readonly replica: string; readonly at: string }>
  | DomainEvent<'PromptSent', { readonly checkoutRequestId: string; readonly at: string }>
  /** It may be on the phone. */
  | DomainEvent<'PromptUnanswered', { readonly at: string }>
  /** M-Pesa says that it is paid, and not by which receipt. */
  | DomainEvent<'PromptArrived', Told>
  | DomainEvent<'PromptPaid', Told & { readonly paymentId: string }>
  | DomainEvent<'PromptFailed', Told & { readonly reason: PromptRefusal }>
  | DomainEvent<'PromptLapsed', { readonly at: string }>

export type PromptEvent = PromptAsked | PromptStep

type AskPrompt = { readonly type: 'AskPrompt' } & PromptAsked['data']
type TakeStep =
  | ({ readonly type: 'AttemptPrompt' } & Extract<PromptEvent, { type: 'PromptAttempted' }>['data'])
  | ({ readonly type: 'SendPrompt' } & Extract<PromptEvent, { type: 'PromptSent' }>['data'])
  | { readonly type: 'LosePrompt'; readonly at: string }
  | ({ readonly type: 'ArrivePrompt' } & Told)
  | ({ readonly type: 'PayPrompt' } & Extract<PromptEvent, { type: 'PromptPaid' }>['data'])
  | ({ readonly type: 'FailPrompt' } & Extract<PromptEvent, { type: 'PromptFailed' }>['data'])
  | { readonly type: 'LapsePrompt'; readonly at: string }

export type PromptCommand = AskPrompt | TakeStep

export type Prompt = PromptAsked['data'] & {
  readonly state: PromptState
  readonly attemptedAt: string | null
  readonly sentAt: string | null
  readonly checkoutRequestId: string | null
  readonly paymentId: string | null
  readonly reason: PromptRefusal | null
}

/** Where an event leaves a prompt; null: where it was. */
export const stateAfter = ({ type }: Pick<PromptEvent, 'type'>): PromptState | null => {
  switch (type) {
    case 'PromptAsked':
      return 'asked'
    case 'PromptAttempted':
      return null
    case 'PromptSent':
      return 'sent'
    case 'PromptUnanswered':
      return 'unknown'
    case 'PromptArrived':
      return 'arrived'
    case 'PromptPaid':
      return 'paid'
    case 'PromptFailed':
      return 'failed'
    case 'PromptLapsed':
      return 'lapsed'
  }
}

const nothingYet = {
  state: 'asked',
  attemptedAt: null,
  sentAt: null,
  checkoutRequestId: null,
  paymentId: null,
  reason: null,
} as const

const evolve = (prompt: Prompt | null, event: PromptEvent): Prompt | null => {
  if (event.type === 'PromptAsked') return { ...event.data, ...nothingYet }
  return prompt && moved({ ...prompt, state: stateAfter(event) ?? prompt.state }, event)
}

const moved = (prompt: Prompt, { type, data }: PromptStep): Prompt => {
  switch (type) {
    case 'PromptAttempted':
      return { ...prompt, attemptedAt: data.at }
    case 'PromptSent':
      return { ...prompt, sentAt: data.at, checkoutRequestId: data.checkoutRequestId }
    case 'PromptPaid':
      return { ...prompt, ...idIn(data, prompt), paymentId: data.paymentId, reason: null }
    case 'PromptFailed':
      return { ...prompt, ...idIn(data, prompt), reason: data.reason }
    case 'PromptArrived':
      return { ...prompt, ...idIn(data, prompt), reason: null }
    case 'PromptUnanswered':
    case 'PromptLapsed':
      return prompt
  }
}

const idIn = ({ checkoutRequestId }: Told, prompt: Prompt): Pick<Prompt, 'checkoutRequestId'> => ({
  checkoutRequestId: prompt.checkoutRequestId ?? checkoutRequestId ?? null,
})

const underWay: readonly PromptState[] = ['asked', 'sent', 'unknown']

/** Money that comes late after whatever was said is taken; nothing that is said late takes it away. */
const takenFrom: Record<TakeStep['type'], readonly PromptState[]> = {
  AttemptPrompt: ['asked'],
  SendPrompt: ['asked', 'unknown'],
  LosePrompt: ['asked'],
  ArrivePrompt: [...underWay, 'failed', 'lapsed'],
  PayPrompt: [...underWay, 'arrived', 'failed', 'lapsed'],
  FailPrompt: underWay,
  LapsePrompt: underWay,
}

const toEvent = (command: TakeStep): PromptEvent => {
  const { at } = command
  const told = 'checkoutRequestId' in command ? { checkoutRequestId: command.checkoutRequestId, at } : { at }
  switch (command.type) {
    case 'AttemptPrompt':
      return { type: 'PromptAttempted', data: { replica: command.replica, at } }
    case 'SendPrompt':
      return { type: 'PromptSent', data: { checkoutRequestId: command.checkoutRequestId, at } }
    case 'LosePrompt':
      return { type: 'PromptUnanswered', data: { at } }
    case 'ArrivePrompt':
      return { type: 'PromptArrived', data: told }
    case 'PayPrompt':
      return { type: 'PromptPaid', data: { paymentId: command.paymentId, ...told } }
    case 'FailPrompt':
      return { type: 'PromptFailed', data: { reason: command.reason, ...told } }
    case 'LapsePrompt':
      return { type: 'PromptLapsed', data: { at } }
  }
}

const decide = (command: PromptCommand, prompt: Prompt | null): PromptEvent[] => {
  if (command.type === 'AskPrompt') {
    const { type: _, ...data } = command
    return prompt ? [] : [{ type: 'PromptAsked', data }]
  }
  if (!prompt || !takenFrom[command.type].includes(prompt.state)) return []
  const isSecondAttempt = command.type === 'AttemptPrompt' && prompt.attemptedAt !== null
  return isSecondAttempt ? [] : [toEvent(command)]
}

export const prompt: Decider<Prompt | null, PromptCommand, PromptEvent> = { initialState: null, decide, evolve }
