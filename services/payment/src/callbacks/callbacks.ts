import {
  derivedId,
  type EventMetadata,
  erased,
  type Follower,
  type KeyedHash,
  processManager,
  type Recorded,
  type Streams,
} from '@tuma/platform/event-sourcing'
import type { Engines } from '@tuma/platform/ports'
import type { Environment, Log } from '@tuma/platform/runtime'
import {
  type Callback,
  type DarajaSettings,
  readC2bConfirmation,
  readCallbackPath,
  readStatusResult,
  readStkCallback,
  type SealKey,
} from '../daraja/index.ts'
import { paymentStream } from '../domain/payment.ts'
import { type PaymentCommand, payment } from '../domain/payment-decisions.ts'
import { type CallbackEvent, callback, callbackStream } from '../domain/prompt/callback.ts'
import { hashedPhone, hashedWords } from '../payer.ts'
import type { RejectCallback } from '../rejected-callbacks.ts'
import type { StoredDomainEvent } from '../stored-events.ts'
import { readingConfirmations, type SeenIn } from './reading-confirmations.ts'
import { readingPromptCallbacks } from './reading-prompt-callbacks.ts'

/** As it is stored. */
const name = 'payment callbacks'

type Deps = {
  readonly streams: Streams<StoredDomainEvent>
  readonly settings: { readonly tillName: string; readonly daraja: DarajaSettings }
  readonly sealKey: SealKey
  readonly hash: KeyedHash
  readonly environment: Environment
  readonly log: Log
  readonly rejectCallback: RejectCallback
}
type Incoming = {
  readonly path: string
  readonly body: string
  readonly address: string
  readonly correlationId: string
}

/**
 * Stores what M-Pesa sends before the call is answered. M-Pesa sends each callback once, and does not wait while we
 * read it.
 */
export const takingCallbacks = ({
  streams,
  settings: { daraja },
  sealKey,
  hash,
  environment,
  rejectCallback,
}: Deps) => {
  const record = streams.createRecorder(callback)

  const comesFromThere = (address: string): boolean => {
    const { allowed } = daraja
    if (!allowed || allowed.allows(address)) return true
    rejectCallback('other_address')
    return allowed.onlyLogs
  }

  /** @returns false where there is no such address, which the caller is answered too */
  return async ({ path, body, address, correlationId }: Incoming): Promise<boolean> => {
    const called = readCallbackPath(sealKey, daraja.callbackHandles, path)
    if (!called || !comesFromThere(address)) return false
    // We do not let M-Pesa ask us before a payment, and a late result says nothing yet.
    if (called.kind === 'validation' || called.kind === 'status-late') return true
    const at = environment.now()
    const { kind } = called
    const about = getAbout(called)
    const addressChecked = daraja.allowed !== null && !daraja.allowed.onlyLogs
    const take = (callbackId: string, again: boolean) => {
      const told = { personId: callbackStream(callbackId), body }
      const actor = { kind: 'system', name: 'daraja' }
      const metadata = { at, commandId: callbackId, correlationId, causationId: correlationId, actor }
      const command = { type: 'TakeCallback' as const, kind, about, addressChecked, again, told, at }
      return record(callbackStream(callbackId), command, metadata)
    }
    if (about === null) {
      await take(hash('callback', [kind, body]), false)
      return true
    }
    const { state: first } = await take(hash('callback', [kind, about]), false)
    // A question has one answer. A second call to a prompt's address may come from a reader of some log.
    const isNew = kind === 'prompt' && first !== body && first !== erased
    if (isNew) await take(hash('callback', [kind, about, body]), true)
    return true
  }
}

const getAbout = (called: Callback): string | null => {
  if (called.kind === 'prompt') return called.checkoutId
  return 'about' in called ? called.about : null
}

type Reading = Deps &
  Pick<Parameters<typeof readingConfirmations>[0], 'heard' | 'check'> & { readonly engines: Pick<Engines, 'documents'> }

/** Reads the stored callbacks in the order in which they came. A repeated one adds nothing. */
export const readingCallbacks = (deps: Reading): Follower => {
  const { streams, engines, log, rejectCallback } = deps
  const read = createReader(deps)
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
  return { ...following, rejectedCallbacks: rejectCallback.counts }
}

const createReader = (deps: Reading) => {
  const payments = deps.streams.createRecorder(payment)
  const seenIn = seenBy(deps)

  const pay = (paymentId: string, command: PaymentCommand, metadata: EventMetadata) =>
    payments(paymentStream(paymentId), command, metadata)
  const { readConfirmation, readStatus } = readingConfirmations({ ...deps, seenIn, pay })
  const readPrompt = readingPromptCallbacks({ ...deps, seenIn, pay })

  return async ({ data, stream, metadata: { at, correlationId } }: Recorded<CallbackEvent>) => {
    const { kind, about, told, addressChecked, again } = data
    const actor = { kind: 'system', name: 'daraja' }
    const metadata = { at, commandId: derivedId(name, stream), correlationId, causationId: stream, actor }
    const isChecked = addressChecked || !again
    if (kind === 'prompt') return readPrompt(about ?? '', readStkCallback(told.body), isChecked, metadata)
    if (kind === 'confirmation') return readConfirmation(readC2bConfirmation(told.body), addressChecked, metadata)
    return readStatus(about ?? '', readStatusResult(told.body), metadata)
  }
}

const seenBy =
  ({ settings: { tillName }, hash }: Deps): SeenIn =>
  (by, { receipt, cents, paidAt, payerName, ...phone }, asked) => ({
    paymentId: hash('code', receipt),
    seen: {
      ...{ by, code: receipt, cents, recipient: tillName, paidAt, asked },
      payerNames: payerName === null ? [] : hashedWords(payerName, hash),
      payerPhoneEnd: hashedPhone(phone, hash),
    },
  })
