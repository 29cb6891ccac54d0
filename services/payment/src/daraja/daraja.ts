import type { Log } from '@tuma/platform/runtime'
import { askOver, getErrorCode, isAccepted } from './asking.ts'
import { type Callback, callbackPath } from './callback-path.ts'
import type { SealKey } from './callback-seal-key.ts'
import { type Initiator, securityCredential } from './initiator.ts'
import { nairobiStamp } from './nairobi-stamp.ts'
import {
  type Pushed,
  pushed,
  type Queried,
  queried,
  type Registered,
  registered,
  type StatusAsked,
  statusAsked,
} from './outcomes.ts'
import type { DarajaSettings } from './settings.ts'
import { openTokens } from './token.ts'

export type Prompt = {
  /** Our id; names the address of its callback. */
  readonly checkoutId: string
  /** Whole shillings, 1 to 250,000. */
  readonly amount: number
  /** Twelve digits, 254…. */
  readonly phone: string
  /** Shown on the prompt; a longer one is cut to its last twelve characters. */
  readonly reference: string
  /** A longer one is cut to its first thirteen characters. */
  readonly description: string
}

export type StatusQuestion = {
  readonly receipt: string
  /** Names the address of the answer: an id of digits, a–f and hyphens. */
  readonly about: string
}

export type Daraja = {
  push(prompt: Prompt): Promise<Pushed>
  query(checkoutRequestId: string): Promise<Queried>
  /** Asks about a receipt; null without an initiator. */
  readonly status: ((question: StatusQuestion) => Promise<StatusAsked>) | null
  /** Registers our addresses for payments by hand; null without DARAJA_C2B. */
  readonly register: (() => Promise<Registered>) | null
}

const pushTimeoutMs = 25_000
const timeoutMs = 15_000
const max = 250_000

/** The part of Safaricom's Daraja that we use. Errors of Daraja never throw, and only codes are logged. */
export const openDaraja = (options: {
  readonly settings: DarajaSettings
  /** Seals the addresses that Daraja gets: `callbackSealKey`. */
  readonly sealKey: SealKey
  /** ISO instant. */
  readonly now: () => string
  readonly log: Log
  readonly fetch?: typeof fetch
  /** Timeout of every call in ms; for tests. */
  readonly patienceMs?: number
}): Daraja => {
  const { settings, sealKey, now, log, patienceMs } = options
  const address: Address = (callback) =>
    settings.callbackUrl + callbackPath({ key: sealKey, handle: settings.callbackHandles[0] }, callback)
  const ask = askOver(options.fetch ?? fetch)
  const authorised = openTokens({ ask, settings, now })
  const { initiator, c2b } = settings
  const post = async (path: string, body: object, limitMs: number) => {
    const answer = await authorised({
      url: `${settings.url}${path}`,
      method: 'POST',
      body,
      timeoutMs: patienceMs ?? limitMs,
    })
    if (!isAccepted(answer)) log.info({ path, code: getErrorCode(answer) }, 'Daraja did not accept a call')
    return answer
  }

  return {
    async push(prompt) {
      const { amount } = prompt
      if (!Number.isInteger(amount) || amount < 1 || amount > max) throw new RangeError('No amount for a prompt.')
      const question = { ...signed(settings, now()), ...asPrompt(settings, address, prompt) }
      return pushed(await post('/mpesa/stkpush/v1/processrequest', question, pushTimeoutMs))
    },

    async query(checkoutRequestId) {
      const question = { ...signed(settings, now()), CheckoutRequestID: checkoutRequestId }
      return queried(await post('/mpesa/stkpushquery/v1/query', question, timeoutMs))
    },

    status:
      initiator &&
      (async (asked) =>
        statusAsked(
          await post('/mpesa/transactionstatus/v1/query', asStatus(settings, address, initiator, asked), timeoutMs),
        )),

    register:
      c2b &&
      (async () =>
        registered(await post(`/mpesa/c2b/${c2b}/registerurl`, asRegistration(settings, address), timeoutMs))),
  }
}

/** Both use one time, because a password is signed with the timestamp beside it. */
const signed = ({ shortCode, passkey }: DarajaSettings, instant: string) => {
  const Timestamp = nairobiStamp(instant)
  const Password = Buffer.from(shortCode + passkey + Timestamp).toString('base64')
  return { BusinessShortCode: shortCode, Password, Timestamp }
}

type Address = (callback: Callback) => string

const asPrompt = (
  settings: DarajaSettings,
  address: Address,
  { checkoutId, amount, phone, reference, description }: Prompt,
) => ({
  TransactionType: settings.isTill ? 'CustomerBuyGoodsOnline' : 'CustomerPayBillOnline',
  Amount: amount,
  PartyA: phone,
  PartyB: settings.partyB,
  PhoneNumber: phone,
  CallBackURL: address({ kind: 'prompt', checkoutId }),
  AccountReference: reference.slice(-12),
  TransactionDesc: description.slice(0, 13),
})

const asStatus = (
  settings: DarajaSettings,
  address: Address,
  initiator: Initiator,
  { receipt, about }: StatusQuestion,
) => ({
  Initiator: initiator.name,
  SecurityCredential: securityCredential(initiator),
  CommandID: 'TransactionStatusQuery',
  TransactionID: receipt,
  PartyA: settings.shortCode,
  IdentifierType: '4',
  ResultURL: address({ kind: 'status', about }),
  QueueTimeOutURL: address({ kind: 'status-late', about }),
  Remarks: 'payment',
  Occasion: '',
})

const asRegistration = (settings: DarajaSettings, address: Address) => ({
  ShortCode: settings.shortCode,
  // What happens to the payment when M-Pesa can not ask us first; M-Pesa never asks us first.
  ResponseType: 'Completed',
  ConfirmationURL: address({ kind: 'confirmation' }),
  ValidationURL: address({ kind: 'validation' }),
})
