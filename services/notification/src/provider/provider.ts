import { type Channel, keptHere, noProvider } from '../domain/message.ts'

export type Outgoing = {
  readonly messageId: string
  /** A phone in local form (07…), or an email address. */
  readonly to: string
  readonly subject: string | null
  readonly text: string
  /** Email only: the reply address, when it is not ours. */
  readonly replyTo: string | null
}

/**
 * Sends messages to people. Resolves when a message was accepted; rejects, within a bounded time, when it was not:
 * with `SendFailed` where there is a reason to record.
 */
export type Provider = {
  readonly name: string
  send(message: Outgoing): Promise<{ readonly providerId: string }>
}

/** About one of many. `refusal` is the provider's word for the refusal, null when it accepted the message. */
export type SmsAnswer = { readonly providerId: string | null; readonly refusal: string | null }

export type SmsProvider = Provider & {
  /** One text to many phones (254…), with a result for each in their order. Rejects when the result of all is unknown. */
  sendToAll(phones: readonly string[], text: string): Promise<readonly SmsAnswer[]>
}

/** What a provider reports. `status` of a report is one of the words of `domain/sms-report.ts`, or not final. */
export type Told =
  | { readonly kind: 'optOut' /** 254… */; readonly phone: string }
  | {
      readonly kind: 'report'
      readonly report: {
        readonly providerId: string
        readonly status: string
        readonly failureReason: string | null
      }
    }

/**
 * Reads a provider's request to one of its addresses: `path` is its end, and a repeated field has both values.
 * @returns null where that address does not exist. @throws Refused bad_input, with the field in the provider's words
 */
export type ReadCallback = (path: string, fields: Readonly<Record<string, string | readonly string[]>>) => Told | null

export type Providers = Readonly<Record<Channel, Provider>> & { readonly sms: SmsProvider }

/** `code` is recorded and logged: a word, nothing about the person. */
export class SendFailed extends Error {
  override readonly name = 'SendFailed'
  readonly code: string
  constructor(code: string) {
    super(code)
    this.code = code
  }
}

/** Sends nothing: the outbox shows what would have been sent. */
export const demoProvider: SmsProvider = {
  name: keptHere,
  send: async ({ messageId }) => ({ providerId: messageId }),
  sendToAll: async (phones) => phones.map(() => ({ providerId: null, refusal: null })),
}

/** No provider is set for this channel: messages wait until a start whose settings name one. */
export const missingProvider: SmsProvider = {
  name: noProvider,
  send: () => Promise.reject(new SendFailed(noProvider)),
  sendToAll: async (phones) => phones.map(() => ({ providerId: null, refusal: noProvider })),
}

/** Whether it sends messages at all; without a provider they wait until a start whose settings name one. */
export const isConfigured = ({ name }: Provider): boolean => name !== noProvider

/** Whether its messages reach people. */
export const deliversToPeople = (provider: Provider): boolean => isConfigured(provider) && provider.name !== keptHere
