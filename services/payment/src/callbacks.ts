import {
  derivedId,
  type EventMetadata,
  type Follower,
  type KeyedHash,
  processManager,
  type Recorded,
  type Streams,
} from '@tuma/platform/event-sourcing'
import type { Engines } from '@tuma/platform/ports'
import type { Log, Surroundings } from '@tuma/platform/runtime'
import {
  type Callback,
  type DarajaSettings,
  readC2bConfirmation,
  readCallbackPath,
  readStatusResult,
  readStkCallback,
  type SealKey,
  type StkCallback,
} from './daraja/index.ts'
import type { Disbelieved, Disbelieving } from './disbelieving.ts'
import { type CallbackEvent, callback, callbackStream } from './domain/callback.ts'
import { paymentStream } from './domain/payment.ts'
import { type PaymentCommand, payment, type SeePayment } from './domain/payment-decisions.ts'
import { type Prompt, type PromptCommand, prompt, promptStream } from './domain/prompt.ts'
import { hashedPhone, hashedWords } from './payer.ts'
import { readingConfirmations, type SeenIn } from './reading-confirmations.ts'
import { promptIn } from './recorded.ts'
import type { StoredDomainEvent } from './stored-events.ts'
import { pouring } from './topping-up.ts'

/** As it is stored. */
const name = 'payment callbacks'

type House = {
  readonly streams: Streams<StoredDomainEvent>
  readonly settings: { readonly tillName: string; readonly daraja: DarajaSettings }
  readonly sealKey: SealKey
  readonly hash: KeyedHash
  readonly surroundings: Surroundings
  readonly log: Log
  readonly disbelieve: Disbelieving
}
type Incoming = {
  readonly path: string
  readonly body: string
  readonly address: string
  readonly correlationId: string
}

/** Keeps what M-Pesa tells before it is answered: it says each thing once, and nobody reads it while it waits. */
export const takingCallbacks = ({ streams, settings: { daraja }, sealKey, hash, surroundings, disbelieve }: House) => {
  const record = streams.recorderOf(callback)

  const comesFromThere = (address: string): boolean => {
    const { allowed } = daraja
    if (!allowed || allowed.allows(address)) return true
    disbelieve('other_address')
    return allowed.onlyLogs
  }

  /** @returns false where there is no such address, as whoever asks is to hear */
  return async ({ path, body, address, correlationId }: Incoming): Promise<boolean> => {
    const called = readCallbackPath(sealKey, daraja.callbackHandles, path)
    if (!called || !comesFromThere(address)) return false
    // We have nobody asked before they pay, and a result that is late says nothing yet.
    if (called.kind === 'validation' || called.kind === 'status-late') return true
    const at = surroundings.now()
    const about = aboutOf(called)
    // A question has one answer: who sees its address afterwards has nothing to add.
    const callbackId = hash('callback', called.kind === 'status' ? [called.kind, about] : [called.kind, about, body])
    const addressChecked = daraja.allowed !== null && !daraja.allowed.onlyLogs
    const told = { personId: callbackStream(callbackId), body }
    const actor = { kind: 'system', name: 'daraja' }
    const metadata = { at, commandId: callbackId, correlationId, causationId: correlationId, actor }
    await record(
      callbackStream(callbackId),
      { type: 'TakeCallback', kind: called.kind, about, addressChecked, told, at },
      metadata,
    )
    return true
  }
}

const aboutOf = (called: Callback): string | null => {
  if (called.kind === 'prompt') return called.checkoutId
  return 'about' in called ? called.about : null
}

type Reading = House &
  Pick<Parameters<typeof readingConfirmations>[0], 'heard' | 'check'> & { readonly engines: Pick<Engines, 'documents'> }

/** Reads what was kept, in the order in which it came; whatever is repeated adds nothing. */
export const readingCallbacks = (house: Reading): Follower => {
  const { streams, engines, log, disbelieve } = house
  const read = readerOf(house)
  const following = processManager({
    name,
    types: ['CallbackTaken'] satisfies CallbackEvent['type'][],
    store: streams.store,
    documents: engines.documents,
    lease: streams.leaseFor('callbacks'),
    async react(events) {
      for (const event of events) {
        const opened = (await streams.opened(event)) as Recorded<CallbackEvent>
        await read(opened)
      }
    },
    onFault: (error) => log.error({ err: error }, 'payment can not read what M-Pesa tells'),
  })
  return { ...following, disbelieved: disbelieve.counts }
}

const readerOf = (house: Reading) => {
  const { streams, disbelieve } = house
  const pour = pouring(house)
  const payments = streams.recorderOf(payment)
  const prompts = streams.recorderOf(prompt)
  const seenIn = seenBy(house)

  const pay = (paymentId: string, command: PaymentCommand, metadata: EventMetadata) =>
    payments(paymentStream(paymentId), command, metadata)
  const { readConfirmation, readStatus } = readingConfirmations({ ...house, seenIn, pay })

  const readPrompt = async (promptId: string, told: StkCallback | null, metadata: EventMetadata): Promise<void> => {
    const asked = await promptIn(streams, promptId)
    if (!asked || !told) return disbelieve(asked ? 'unreadable' : 'unknown_prompt')
    const wrong = wrongAbout(told, asked)
    if (wrong) return disbelieve(wrong)
    const { at } = metadata
    const heard = { ...idIn(told, asked), at }
    const step = (command: PromptCommand) => prompts(promptStream(promptId), command, metadata)
    if (told.kind === 'failed') return void (await step({ type: 'FailPrompt', reason: told.reason, ...heard }))
    if (!isWhole(told)) return void (await step({ type: 'ArrivePrompt', ...heard }))
    const paidAt = told.paidAt ?? at
    const { paymentId, seen } = seenIn('prompt', { ...told, paidAt, payerName: null }, false)
    await pay(paymentId, { type: 'SeePayment', seen, ...whoseOf(asked, promptId, paymentId), at }, metadata)
    await pour(paymentId)
    await step({ type: 'PayPrompt', paymentId, ...heard })
  }

  return async ({ data, stream, metadata: { at, correlationId } }: Recorded<CallbackEvent>) => {
    const { kind, about, told, addressChecked } = data
    const actor = { kind: 'system', name: 'daraja' }
    const metadata = { at, commandId: derivedId(name, stream), correlationId, causationId: stream, actor }
    if (kind === 'prompt') return readPrompt(about ?? '', readStkCallback(told.body), metadata)
    if (kind === 'confirmation') return readConfirmation(readC2bConfirmation(told.body), addressChecked, metadata)
    return readStatus(about ?? '', readStatusResult(told.body), metadata)
  }
}

/** Of a callback at its prompt's own address: Daraja's id is another than she answered the call with, or its amount than was asked for. Before that answer it is known by its address alone. */
const wrongAbout = (told: StkCallback, { checkoutRequestId, amount }: Prompt): Disbelieved | null => {
  const named = told.checkoutRequestId
  if (named !== null && checkoutRequestId !== null && named !== checkoutRequestId) return 'other_request'
  return told.kind === 'paid' && told.cents !== null && told.cents !== 100 * amount ? 'other_amount' : null
}

/** Daraja's, which may come with its callback before it comes with her answer, or instead. */
const idIn = ({ checkoutRequestId }: StkCallback, asked: Prompt) =>
  checkoutRequestId !== null && asked.checkoutRequestId === null ? { checkoutRequestId } : {}

/** Whose it becomes: sealed with the account's key, or, of a visitor, with the payment's own. */
const bearerOf = (asked: Prompt, promptId: string, paymentId: string) => {
  const { payer, sender, senderWords, reference, adds: into, at: quotedAt } = asked
  const personId = sender.personId === promptStream(promptId) ? paymentId : sender.personId
  const adds = into === undefined || into === paymentId ? null : { into, adding: derivedId('adding', promptId) }
  return { payer, sender: { personId, name: sender.name }, senderWords, reference, quotedAt, adds }
}

/** Whom an agent asks at the door is nobody's payer: that delivery alone has it. */
const whoseOf = (asked: Prompt, promptId: string, paymentId: string): Pick<SeePayment, 'of' | 'deliveryId'> => {
  const { deliveryId } = asked
  return deliveryId === undefined ? { of: bearerOf(asked, promptId, paymentId) } : { of: null, deliveryId }
}

type Paid = Extract<StkCallback, { kind: 'paid' }>
const isWhole = (told: Paid): told is Paid & { receipt: string; cents: number } =>
  told.receipt !== null && told.cents !== null

const seenBy =
  ({ settings: { tillName }, hash }: House): SeenIn =>
  (by, { receipt, cents, paidAt, payerName, ...phone }, asked) => ({
    paymentId: hash('code', receipt),
    seen: {
      ...{ by, code: receipt, cents, recipient: tillName, paidAt, asked },
      payerNames: payerName === null ? [] : hashedWords(payerName, hash),
      payerPhoneEnd: hashedPhone(phone, hash),
    },
  })
