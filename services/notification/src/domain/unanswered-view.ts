import type { Recorded, View } from '@tuma/platform/domain'
import { dismissed, getMessageId, type MessageEvent } from './message.ts'

/** An SMS with attempts whose answer is not known, or not known yet. */
export type UnansweredRow = {
  readonly messageId: string
  /** Keyed hash of the phone of its last attempt. */
  readonly phoneKey: string
  /** When the first of these attempts was made. */
  readonly since: string
  readonly count: number
  /** Whether it still has to be sent, by itself or by an admin. */
  readonly isOwed: boolean
}

type Attempt = Extract<MessageEvent, { type: 'SendAttempted' }>['data']

const attempted = (row: UnansweredRow | null, { at, phoneKey, ordered }: Attempt, messageId: string) => {
  if (ordered || phoneKey === undefined) return row
  const { since, count } = row ?? { since: at, count: 0 }
  return { messageId, phoneKey, since, count: count + 1, isOwed: true }
}

const answered = (row: UnansweredRow | null): UnansweredRow | null =>
  row && row.count > 1 ? { ...row, count: row.count - 1 } : null

const project = (row: UnansweredRow | null, { type, data }: Recorded<MessageEvent>, messageId: string) => {
  switch (type) {
    case 'SendAttempted':
      return attempted(row, data, messageId)
    case 'MessageSent': {
      const left = answered(row)
      return left && { ...left, isOwed: false }
    }
    case 'MessageFailed':
      return data.unanswered ? row : answered(row)
    case 'MessageParked':
      return row && { ...row, isOwed: data.held !== dismissed }
    case 'MessageComposed':
      return row
  }
}

/** SMS that a provider may have, by the phone that it may report them for. */
export const unansweredView: View<MessageEvent, UnansweredRow> = {
  collection: {
    name: 'unanswered-v1',
    shape: { messageId: 'text', phoneKey: 'text', since: 'text', count: 'number', isOwed: 'boolean' },
    fields: { phoneKey: 'text', since: 'text' },
    indexes: [['phoneKey']],
    unlisted: true,
    sortBy: 'since',
  },
  whenDamaged: 'leavesOut',
  getIds: ({ type, stream }) => (type === 'MessageComposed' ? [] : [getMessageId(stream)]),
  project,
}
