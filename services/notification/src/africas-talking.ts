import { normalisePhone } from '@tuma/contracts/vocabulary'
import * as z from 'zod/mini'
import { SendFailed, type SmsAnswer, type SmsProvider } from './provider.ts'

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

/** Calls are refused as a whole with a word such as InvalidSenderId and nobody among the recipients. */
const answersOf = (phones: readonly string[], { Message, Recipients }: Answer): SmsAnswer[] => {
  const byPhone = new Map(Recipients.map((recipient) => [normalisePhone(recipient.number), recipient]))
  const ofTheCall = /^\w{1,40}$/.test(Message) ? Message : 'left-out'
  return phones.map((phone) => {
    const { statusCode, messageId } = byPhone.get(phone) ?? {}
    if (statusCode === undefined) return refused(ofTheCall)
    if (!accepted.includes(statusCode)) return refused(`status-${statusCode}`)
    return { providerId: messageId ?? null, refusal: null }
  })
}

/** SMS through Africa's Talking. What it answers with 201 counts recipient by recipient; 4xx is a no to all of them. */
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

  const sendToAll = async (phones: readonly string[], text: string): Promise<SmsAnswer[]> => {
    const to = phones.map((phone) => `+${phone}`).join(',')
    const form = { username, to, message: text, bulkSMSMode: '1', ...(senderId ? { from: senderId } : {}) }
    const response = await fetch(endpoint, {
      method: 'POST',
      headers: { apikey: apiKey, accept: 'application/json' },
      body: new URLSearchParams(form),
      // The key goes nowhere else.
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
    if (response.status === 201) return answersOf(phones, z.parse(answer, await response.json()).SMSMessageData)
    await response.body?.cancel()
    if (response.status < 400 || response.status >= 500) throw new SendFailed(`http-${response.status}`)
    return phones.map(() => refused(`http-${response.status}`))
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
