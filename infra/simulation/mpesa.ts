import { openMpesa } from '@tuma/mpesa'
import type { Chance } from './chance.ts'
import { machine } from './machine.ts'
import type { SimulatedProduct } from './simulated-product.ts'

const daraja = 'https://daraja.test'
const callsFrom = '196.201.214.200'

type CallbackSender = Parameters<typeof openMpesa>[0]['callbackSender']
type Callback = Parameters<CallbackSender['send']>[0]
type PromptCallback = {
  readonly Body?: {
    readonly stkCallback: {
      readonly MerchantRequestID: string
      readonly CheckoutRequestID: string
      readonly CallbackMetadata?: { readonly Item: readonly { readonly Name: string; readonly Value?: unknown }[] }
    }
  }
}

const failed = (code: string) =>
  Object.assign(new TypeError('fetch failed'), { cause: Object.assign(new Error(code), { code }) })

/** The payer cancels and still pays: M-Pesa has reported both for one prompt. */
const contradict = ({ url, body }: Callback): Callback => {
  const { MerchantRequestID, CheckoutRequestID } = (body as Required<PromptCallback>).Body.stkCallback
  const said = { ResultCode: 1032, ResultDesc: 'Request cancelled by user' }
  return { url, body: { Body: { stkCallback: { MerchantRequestID, CheckoutRequestID, ...said } } } }
}
const receiptIn = ({ body }: Callback): unknown =>
  (body as PromptCallback).Body?.stkCallback.CallbackMetadata?.Item.find(({ Name }) => Name === 'MpesaReceiptNumber')
    ?.Value

/** Correlation ids of the calls with the same report, and whether the product answered one of them with "taken". */
export type Taking = { readonly told: Set<string>; isTaken: boolean }

/** Brings M-Pesa's reports: late, twice, contradicted by a second callback, or never. */
const openCallbackSender = (chance: Chance) => {
  let product: SimulatedProduct | null = null
  let [underWay, told] = [0, 0]
  const heard = new Set<string>()
  const takings = new Map<string, Taking>()

  /** A call that found no process is not repeated; one that a crash interrupted is. */
  const deliver = async (callback: Callback): Promise<void> => {
    await machine.sleep(chance.delay(120), 'M-Pesa tells')
    const { url, body } = callback
    const call = { path: new URL(url).pathname, body: JSON.stringify(body), address: callsFrom }
    const correlationId = `mpesa-${++told}`
    if (!product?.now()) return
    const taking = takings.get(call.path + call.body) ?? { told: new Set(), isTaken: false }
    takings.set(call.path + call.body, taking)
    taking.told.add(correlationId)
    for (;;) {
      const outcome = await product.ask(({ payment }) => payment.callback({ ...call, correlationId }))
      machine.note(`${correlationId} ${JSON.stringify(outcome)}`)
      if ('answer' in outcome && outcome.answer.taken) {
        heard.add(String(receiptIn(callback)))
        taking.isTaken = true
      }
      if (!('lost' in outcome)) return
      await machine.sleep(chance.delay(100), 'M-Pesa tells again')
    }
  }
  const deliverAll = async (callbacks: readonly Callback[]): Promise<void> => {
    underWay++
    for (const callback of callbacks) await deliver(callback)
    underWay--
  }
  const send: CallbackSender['send'] = async (callback, { when = 'at_once', times = 1 } = {}) => {
    if (when === 'never' || chance.is(0.1)) return
    const isContradicted = receiptIn(callback) !== undefined && chance.is(0.1)
    const copies = Array.from({ length: chance.is(0.15) ? 2 : times }, () => callback)
    void deliverAll(isContradicted ? [contradict(callback), ...copies] : copies)
  }
  return {
    send,
    /** Receipts of prompts whose callback the product has taken. */
    heard: heard as ReadonlySet<string>,
    /** Each of M-Pesa's reports once for its address and text, however often it was sent. */
    takings: (): readonly Taking[] => [...takings.values()],
    isIdle: () => underWay === 0,
    /** No report is sent before this. */
    startReporting(to: SimulatedProduct): void {
      product = to
    },
  }
}

/** The product's calls to Daraja: refused, or answered, and the answer may be lost. */
const openDarajaFetch =
  ({ calls, prompts }: ReturnType<typeof openMpesa>, chance: Chance, pushed: (callbackUrl: string) => void) =>
  async (to: unknown, { method, headers, body }: RequestInit = {}): Promise<Response> => {
    await machine.pause(chance.delay(30), 'Daraja')
    if (chance.is(0.03)) throw failed('ECONNREFUSED')
    const url = new URL(String(to))
    await prompts.tick()
    const call = calls.at(method, url)
    const said = JSON.parse(String(body ?? '{}'))
    const { authorization } = headers as { readonly authorization?: string }
    const answer = typeof call === 'string' ? await calls.answer(call, { url, authorization, body: () => said }) : call
    if (call === 'push' && answer.status === 200) pushed(said.CallBackURL)
    await machine.pause(chance.delay(40), 'Daraja answers')
    if (chance.is(0.05)) throw failed('ECONNRESET')
    return { status: answer.status, text: async () => JSON.stringify(answer.body) } as Response
  }

/** The M-Pesa of a seed. Its answers, reports and statements all come from one account. */
export const openMpesaOfSeed = (chance: Chance) => {
  const callbackSender = openCallbackSender(chance)
  const seed = chance.bytes(8).toString('hex')
  const mpesa = openMpesa({ now: machine.outsideInstant, seed, callbackSender, privateKey: null })
  /** How often Daraja took a push, by the address of its callback. */
  const pushes = new Map<string, number>()
  const pushed = (url: string): void => void pushes.set(url, (pushes.get(url) ?? 0) + 1)
  // The product makes no other calls than those to Daraja.
  globalThis.fetch = openDarajaFetch(mpesa, chance, pushed) as typeof fetch

  return {
    ...{ ...mpesa, ...callbackSender },
    pushes: pushes as ReadonlyMap<string, number>,
    /** The product's settings for this M-Pesa. */
    environment: {
      ...mpesa.environment(daraja),
      DARAJA_CALLBACK_SECRET: 'word-of-the-simulation',
      DARAJA_CALLBACK_URL: 'https://tuma.test',
      DARAJA_C2B: 'v2',
      DARAJA_ALLOWED_ADDRESSES: callsFrom,
      PROMPTS_PER_HOUR: '0',
      PROMPTS_PER_HOUR_ACCOUNT: '0',
      PROMPTS_PER_HOUR_ADDRESS: '0',
    },
  }
}
export type MpesaOfSeed = ReturnType<typeof openMpesaOfSeed>
