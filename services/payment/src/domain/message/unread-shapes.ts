import type { Decider, DomainEvent, View } from '@tuma/platform/domain'

/** Messages that we can not read, by their shape; the id is a hash of the shape. */
export const shapeStream = (shapeId: string): string => `shape-${shapeId}`

/** `shape` has no personal data: digits and every word outside M-Pesa's are blanked (`message-shape.ts`). */
export type UnreadEvent = DomainEvent<'MessageUnread', { readonly shape: string; readonly at: string }>
export type NoteUnread = { readonly type: 'NoteUnread'; readonly shape: string; readonly at: string }

/** Limits of kept shapes and of their counts, because visitors create them. */
export const maxShapes = 500
const maxCount = 100

export const unreadShape: Decider<number, NoteUnread, UnreadEvent> = {
  initialState: 0,
  evolve: (count) => count + 1,
  decide: ({ shape, at }, count) => (count >= maxCount ? [] : [{ type: 'MessageUnread', data: { shape, at } }]),
}

export type ShapeRow = {
  readonly shapeId: string
  readonly shape: string
  /** Up to 100. */
  readonly count: number
  readonly firstAt: string
  readonly lastAt: string
}

export const shapesView: View<UnreadEvent, ShapeRow> = {
  whenDamaged: 'refuses',
  collection: {
    name: 'unread-shapes-v1',
    shape: { shapeId: 'text', shape: 'text', count: 'number', firstAt: 'text', lastAt: 'text' },
    fields: { lastAt: 'text' },
    indexes: [],
    sortBy: 'lastAt',
  },
  getIds: ({ stream }) => [stream.slice(shapeStream('').length)],
  project: (row, { data: { shape, at } }, shapeId) => ({
    ...{ shapeId, shape, count: (row?.count ?? 0) + 1 },
    ...{ firstAt: row?.firstAt ?? at, lastAt: at },
  }),
}
