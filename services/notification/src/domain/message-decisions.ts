import type { Decider } from '@tuma/platform/domain'
import { evolve, type Message, type MessageEvent } from './message.ts'

type DataOf<Type extends MessageEvent['type']> = Extract<MessageEvent, { type: Type }>['data']

type AttemptSending = {
  readonly type: 'AttemptSending'
  readonly at: string
  /** Which one it is to be, from 1: when another process has been first, this one is none. */
  readonly attempt: number
  readonly attemptsMost: number
  /** What the message takes of the day's SMS, and what is left of them. */
  readonly segments: number
  readonly room: number
}

export type MessageCommand =
  | { readonly type: 'ComposeMessage'; readonly composed: DataOf<'MessageComposed'> }
  | AttemptSending
  | { readonly type: 'RecordSent'; readonly sent: DataOf<'MessageSent'> }
  | { readonly type: 'RecordFailure'; readonly failed: DataOf<'MessageFailed'>; readonly attemptsMost: number }

const parked = (at: string, reason: DataOf<'MessageParked'>['reason']): MessageEvent => ({
  type: 'MessageParked',
  data: { at, reason },
})

const attempt = ({ at, attemptsMost, segments, room }: AttemptSending, { attempts }: Message): MessageEvent => {
  // An attempt that a crash has left without an answer counts: what brings us down must not do so for ever.
  if (attempts >= attemptsMost) return parked(at, 'attempts')
  const isFirst = attempts === 0
  if (isFirst && segments > room) return parked(at, 'budget')
  return { type: 'SendAttempted', data: { at, attempt: attempts + 1, segments: isFirst ? segments : 0 } }
}

const decide = (command: MessageCommand, message: Message | null): MessageEvent[] => {
  switch (command.type) {
    case 'ComposeMessage':
      return message ? [] : [{ type: 'MessageComposed', data: command.composed }]
    case 'AttemptSending':
      return message?.status === 'waiting' && command.attempt === message.attempts + 1
        ? [attempt(command, message)]
        : []
    case 'RecordSent':
      return message?.status === 'waiting' ? [{ type: 'MessageSent', data: command.sent }] : []
    case 'RecordFailure': {
      if (message?.status !== 'waiting') return []
      const { failed, attemptsMost } = command
      const last = message.attempts >= attemptsMost
      return [{ type: 'MessageFailed', data: failed }, ...(last ? [parked(failed.at, 'attempts')] : [])]
    }
  }
}

export const message: Decider<Message | null, MessageCommand, MessageEvent> = { initialState: null, decide, evolve }
