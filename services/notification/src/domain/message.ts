import type { DomainEvent } from '@tuma/platform/domain'

export const channels = ['sms', 'email'] as const
export type Channel = (typeof channels)[number]

/** The provider that sends nothing: what it takes stays in the house, in full. */
export const keptHere = 'kept'

/** One text to one person: what was to be sent, every attempt, and how it ended. */
export type MessageEvent =
  | DomainEvent<
      'MessageComposed',
      {
        readonly channel: Channel
        /** Which text of the catalogue. */
        readonly template: string
        /** Id of the delivery or account that it is about. */
        readonly about: string
        readonly recipient: {
          readonly personId: string
          readonly to: string
          readonly subject: string | null
          readonly text: string
          /** Whom an answer to an e-mail goes to, when not to us. */
          readonly replyTo: string | null
        }
      }
    >
  /**
   * Recorded before anything leaves the house: whatever happens then, it is known that something may have left.
   * `segments`: what it takes of the day's SMS; a message counts once, at its first attempt.
   */
  | DomainEvent<'SendAttempted', { readonly at: string; readonly attempt: number; readonly segments: number }>
  | DomainEvent<'MessageSent', { readonly at: string; readonly provider: string; readonly providerId: string }>
  | DomainEvent<'MessageFailed', { readonly at: string; readonly attempt: number; readonly reason: string }>
  /** Given up: nothing more happens by itself. `budget`: the day's SMS were used up. */
  | DomainEvent<'MessageParked', { readonly at: string; readonly reason: 'attempts' | 'budget' }>

export type MessageStatus = 'waiting' | 'sent' | 'parked'
export type Message = { readonly status: MessageStatus; readonly attempts: number }

export const messageStream = (messageId: string): string => `message-${messageId}`
export const messageIdOf = (stream: string): string => stream.slice(messageStream('').length)

export const evolve = (message: Message | null, { type, data }: MessageEvent): Message | null => {
  switch (type) {
    case 'MessageComposed':
      return { status: 'waiting', attempts: 0 }
    case 'SendAttempted':
      return message && { ...message, attempts: data.attempt }
    case 'MessageSent':
      return message && { ...message, status: 'sent' }
    case 'MessageFailed':
      return message
    case 'MessageParked':
      return message && { ...message, status: 'parked' }
  }
}
