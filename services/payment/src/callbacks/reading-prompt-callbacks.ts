import { derivedId, type EventMetadata, type Streams } from '@tuma/platform/event-sourcing'
import { openTopUps } from '../claims/topping-up.ts'
import type { StkCallback } from '../daraja/index.ts'
import type { SeePayment } from '../domain/payment-decisions.ts'
import { type Prompt, type PromptCommand, prompt, promptStream } from '../domain/prompt/prompt.ts'
import { promptIn } from '../recorded.ts'
import type { RejectCallback, RejectionReason } from '../rejected-callbacks.ts'
import type { StoredDomainEvent } from '../stored-events.ts'
import type { readingConfirmations, SeenIn } from './reading-confirmations.ts'

/** Reads what comes to the address of a prompt. */
export const readingPromptCallbacks = (
  deps: Pick<Parameters<typeof readingConfirmations>[0], 'check' | 'pay'> & {
    readonly streams: Streams<StoredDomainEvent>
    readonly seenIn: SeenIn
    readonly rejectCallback: RejectCallback
  },
) => {
  const { streams, rejectCallback, check, seenIn, pay } = deps
  const applyTopUp = openTopUps(deps)
  const prompts = streams.createRecorder(prompt)

  /** @returns whether the callback pays the prompt */
  const see = async (
    asked: Prompt,
    promptId: string,
    { paymentId, seen }: ReturnType<SeenIn>,
    about: EventMetadata,
  ) => {
    const { at } = about
    const isProof = seen.by === 'prompt'
    // A callback that may be made up does not release a parcel at the door, and moves no cash of an agent.
    const isPayers = asked.deliveryId === undefined && asked.payIn === undefined
    const whose = isProof || isPayers ? whoseOf(asked, promptId, paymentId) : { of: null }
    const { events } = await pay(paymentId, { type: 'SeePayment', seen, ...whose, at }, about)
    await applyTopUp(paymentId)
    if (isProof) return true
    const isBound = events.some(({ type }) => type === 'PaymentBound')
    rejectCallback('again')
    if (events.length > 0) check({ paymentId, receipt: seen.code })
    return isBound
  }

  const take = async (asked: Prompt, promptId: string, told: StkCallback, isChecked: boolean, about: EventMetadata) => {
    const { at } = about
    const heard = { ...idIn(told, asked), at }
    const step = (command: PromptCommand) => prompts(promptStream(promptId), command, about)
    if (told.kind === 'failed') return void (await step({ type: 'FailPrompt', reason: told.reason, ...heard }))
    if (!isWhole(told)) return void (await step({ type: 'ArrivePrompt', ...heard }))
    const paid = { ...told, paidAt: told.paidAt ?? at, payerName: null }
    const seen = seenIn(isChecked ? 'prompt' : 'unchecked', paid, false)
    if (await see(asked, promptId, seen, about)) await step({ type: 'PayPrompt', paymentId: seen.paymentId, ...heard })
  }

  /** @param isChecked this is the first callback of the prompt, or came from an address on a list that is in force */
  return async (
    promptId: string,
    told: StkCallback | null,
    isChecked: boolean,
    about: EventMetadata,
  ): Promise<void> => {
    const asked = await promptIn(streams, promptId)
    if (!asked || !told) return rejectCallback(asked ? 'unreadable' : 'unknown_prompt')
    const wrong = wrongAbout(told, asked)
    if (wrong) return rejectCallback(wrong)
    await take(asked, promptId, told, isChecked, about)
  }
}

/**
 * What is wrong with a callback at its prompt's own address: another id than Daraja answered the call with, or another
 * amount than the prompt asked for. Before Daraja has answered, the prompt is known by its address alone.
 */
const wrongAbout = (told: StkCallback, { checkoutRequestId, amount }: Prompt): RejectionReason | null => {
  const named = told.checkoutRequestId
  if (named !== null && checkoutRequestId !== null && named !== checkoutRequestId) return 'other_request'
  return told.kind === 'paid' && told.cents !== null && told.cents !== 100 * amount ? 'other_amount' : null
}

/**
 * Daraja's id of the prompt, which may come with the callback before Daraja answers the call, or instead of an answer.
 */
const idIn = ({ checkoutRequestId }: StkCallback, asked: Prompt) =>
  checkoutRequestId !== null && asked.checkoutRequestId === null ? { checkoutRequestId } : {}

/** The payer that the payment gets, sealed with the account's key; for a visitor, with the payment's own key. */
const getBearer = (asked: Prompt, promptId: string, paymentId: string) => {
  const { payer, sender, senderWords, reference, adds: into, at: quotedAt } = asked
  const personId = sender.personId === promptStream(promptId) ? paymentId : sender.personId
  const adds = into === undefined || into === paymentId ? null : { into, adding: derivedId('adding', promptId) }
  return { payer, sender: { personId, name: sender.name }, senderWords, reference, quotedAt, adds }
}

type Whose = Pick<SeePayment, 'of' | 'deliveryId' | 'drawer'>

/** A prompt at the door names no payer: its payment belongs to that delivery alone, as a pay in to its drawer. */
const whoseOf = (asked: Prompt, promptId: string, paymentId: string): Whose => {
  const { deliveryId, payIn } = asked
  if (payIn !== undefined) return { of: null, drawer: payIn.drawer }
  return deliveryId === undefined ? { of: getBearer(asked, promptId, paymentId) } : { of: null, deliveryId }
}

type Paid = Extract<StkCallback, { kind: 'paid' }>
const isWhole = (told: Paid): told is Paid & { receipt: string; cents: number } =>
  told.receipt !== null && told.cents !== null
