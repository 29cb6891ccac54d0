import { createRequire } from 'node:module'
import { normalisePhone } from '@tuma/contracts/vocabulary'
import * as z from 'zod/mini'
import { SendFailed, type SmsAnswer, type SmsProvider, wasNeverReached } from './provider.ts'

const answer = z.object({
  SMSMessageData: z.object({
    Message: z.string(),
    Recipients: z.array(z.object({ number: z.string(), statusCode: z.number(), messageId: z.optional(z.string()) })),
  }),
})
type Answer = z.infer<typeof answer>['SMSMessageData']

/** Processed, sent, queued. */
const accepted = [100, 101, 102]
const defaultTimeoutMs = 10_000

const refused = (refusal: string): SmsAnswer => ({ providerId: null, refusal })

/** A refused call has a word such as InvalidSenderId and no recipients. */
const getAnswers = (phones: readonly string[], { Message, Recipients }: Answer): SmsAnswer[] => {
  const byPhone = new Map(Recipients.map((recipient) => [normalisePhone(recipient.number), recipient]))
  const ofTheCall = /^\w{1,40}$/.test(Message) ? Message : 'left-out'
  return phones.map((phone) => {
    const { statusCode, messageId } = byPhone.get(phone) ?? {}
    if (statusCode === undefined) return refused(ofTheCall)
    if (!accepted.includes(statusCode)) return refused(`status-${statusCode}`)
    return { providerId: messageId ?? null, refusal: null }
  })
}

type Sdk = ReturnType<typeof loaded>
/** The owner wishes the provider's own package. The package is big, so it is loaded only where it is set up. */
const loaded = () => {
  const require = createRequire(import.meta.url)
  const ofPackage = createRequire(require.resolve('africastalking'))
  return {
    open: require('africastalking') as (account: { username: string; apiKey: string }) => { SMS: Sms },
    addresses: require('africastalking/lib/common') as { SMS_URL: string; phoneUtil: PhoneUtil },
    client: ofPackage('axios') as { defaults: { timeout: number; maxRedirects: number; maxContentLength: number } },
  }
}
type Sms = { send(message: { to: string[]; message: string; from?: string }): Promise<unknown> }
type PhoneUtil = { isValidNumber(phone: string): boolean }

const maxBytes = 1024 * 1024

/** The package has no setting for these, but accepts them at sending. The key goes nowhere else. */
const bound = ({ addresses, client }: Sdk, endpoint: string, timeoutMs: number): void => {
  addresses.SMS_URL = endpoint
  Object.assign(client.defaults, { timeout: timeoutMs, maxRedirects: 0, maxContentLength: maxBytes })
}

/** The package refuses a whole call for one number that it rejects, and throws at some. */
const isNumber = ({ addresses }: Sdk, phone: string): boolean => {
  try {
    return addresses.phoneUtil.isValidNumber(`+${phone}`)
  } catch {
    return false
  }
}

/** The package's errors hold the key, so they are not passed on. */
const statusIn = (rejected: unknown): number | null => {
  const { response } = (rejected ?? {}) as { response?: { status?: unknown } }
  return typeof response?.status === 'number' ? response.status : null
}

/** A gateway that gave up has passed the call on. The words are fixed: an error of the package holds the key. */
const failedWith = (status: number | null, rejected: unknown): SendFailed => {
  if (status !== null) return new SendFailed(`http-${status}`, status === 504)
  return wasNeverReached(rejected) ? new SendFailed('no-connection') : new SendFailed('no-answer', true)
}

/** Rejects by itself, because the package's own limit restarts with each byte. */
const within = async <T>(ms: number, sending: Promise<T>): Promise<T> => {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new SendFailed('no-answer', true)), ms)
  try {
    return await Promise.race([sending, late.promise])
  } finally {
    clearTimeout(timer)
  }
}

/** SMS through Africa's Talking. An answer of 201 counts for each recipient; 4xx refuses all of them. */
export const africasTalking = (account: {
  readonly username: string
  readonly apiKey: string
  readonly senderId: string | undefined
  readonly baseUrl: string | undefined
  readonly timeoutMs?: number
}): SmsProvider => {
  const { username, apiKey, senderId, timeoutMs = defaultTimeoutMs } = account
  const host = username === 'sandbox' ? 'api.sandbox.africastalking.com' : 'api.africastalking.com'
  const endpoint = `${(account.baseUrl ?? `https://${host}`).replace(/\/+$/, '')}/version1/messaging`
  const sdk = loaded()
  const { SMS } = sdk.open({ username, apiKey })

  const sendToNumbers = async (phones: readonly string[], text: string): Promise<SmsAnswer[]> => {
    const to = phones.map((phone) => `+${phone}`)
    bound(sdk, endpoint, timeoutMs)
    const sending = SMS.send({ to, message: text, ...(senderId ? { from: senderId } : {}) }).catch((rejected) => {
      const status = statusIn(rejected)
      if (status === null || status < 400 || status >= 500) throw failedWith(status, rejected)
      return phones.map(() => refused(`http-${status}`))
    })
    const given = await within(timeoutMs, sending)
    return Array.isArray(given) ? given : getAnswers(phones, z.parse(answer, given).SMSMessageData)
  }

  const sendToAll = async (phones: readonly string[], text: string): Promise<SmsAnswer[]> => {
    const numbers = phones.filter((phone) => isNumber(sdk, phone))
    const answers = numbers.length > 0 ? await sendToNumbers(numbers, text) : []
    const byPhone = new Map(numbers.map((phone, index) => [phone, answers[index]]))
    return phones.map((phone) => byPhone.get(phone) ?? refused('no-phone'))
  }

  return {
    name: 'africastalking',
    sendToAll,
    async send({ messageId, to, text }) {
      const phone = normalisePhone(to)
      if (phone === null) throw new SendFailed('no-phone')
      const [given] = await sendToAll([phone], text)
      if (!given || given.refusal !== null) throw new SendFailed(given?.refusal ?? 'left-out')
      return { providerId: given.providerId ?? messageId }
    },
  }
}
