import type { PromptRefusal, PromptState, Shillings } from '@tuma/contracts/vocabulary'
import type { Decider, DomainEvent } from '@tuma/platform/domain'
import type { Payer } from '../payment.ts'

/** A request for a payment that M-Pesa shows on a phone. */
export const promptStream = (promptId: string): string => `checkout-${promptId}`

/** Stored before M-Pesa is called, because an unknown prompt would take money for nothing. */
type PromptAsked = DomainEvent<
  'PromptAsked',
  {
    readonly payer: Payer
    /** The person who asks, and the phone that must pay. */
    readonly sender: { readonly personId: string; readonly name: string; readonly phone: string }
    readonly senderWords: readonly string[]
    /** Keyed hashes of the phone and of the caller's network, for the limits. */
    readonly phoneKey: string
    readonly networkKey: string | null
    /** The keyed hash of the wider network, which one stranger may hold all of. */
    readonly widerNetworkKey: string | null
    readonly reference: string
    readonly amount: Shillings
    /** The payment that the money is poured into; missing where the money counts by itself. */
    readonly adds?: string | undefined
    /** The delivery that is handed over for it; missing where the person who asks is its payer. */
    readonly deliveryId?: string | undefined
    /** The agent whose cash is paid in by it. Such money is never a payer's. Missing where it is no cash of an agent. */
    readonly payIn?: { readonly drawer: string } | undefined
    /** The booking of the sender who pays. Missing where the payer books the parcel later, or is a booking. */
    readonly bookingId?: string | undefined
    readonly at: string
  }
>
/**
 * Daraja's id, where the callback came before the answer to the call, or instead of it. Missing where it was known or
 * not sent.
 */
type Told = { readonly checkoutRequestId?: string | undefined; readonly at: string }
type PromptStep =
  /** Only the process that appended this calls M-Pesa, because a lost call can not be told from a call that arrived. */
  | DomainEvent<'PromptAttempted', { readonly replica: string; readonly at: string }>
  | DomainEvent<'PromptSent', { readonly checkoutRequestId: string; readonly at: string }>
  /** The prompt may be on the phone. */
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

/** The state after an event; null: unchanged. */
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

/** Late money is taken after every state. A late event never removes money. */
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
