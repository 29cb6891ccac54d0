import type { View } from '@tuma/platform/domain'
import { getMessageId, type MessageEvent } from './message.ts'

/** A message that was attempted again after an attempt without an answer, so its person may have it twice. */
export type RepeatedRow = { readonly messageId: string /** The last time. */; readonly at: string }

export const repeatedView: View<MessageEvent, RepeatedRow> = {
  collection: {
    name: 'repeated-messages-v1',
    shape: { messageId: 'text', at: 'text' },
    fields: { at: 'text' },
    indexes: [],
    sortBy: 'at',
  },
  whenDamaged: 'leavesOut',
  getIds: ({ type, stream, data }) => (type === 'SendAttempted' && data.repeats ? [getMessageId(stream)] : []),
  project: (row, { type, data }, messageId) => (type === 'SendAttempted' ? { messageId, at: data.at } : row),
}
