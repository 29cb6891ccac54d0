import type { View } from '@tuma/platform/domain'
import type { DrawerEvent } from './drawer.ts'

export type ShortageRow = {
  readonly handOverId: string
  readonly cents: number
  /** The admin who took the cash in. */
  readonly by: string
  readonly at: string
}

/**
 * Shortages that admins accepted without another admin, by admin. They count against what one admin may accept alone in
 * 24 hours, over all drawers.
 */
export const shortagesView: View<DrawerEvent, ShortageRow> = {
  whenDamaged: 'refuses',
  collection: {
    name: 'shortages-v1',
    shape: { handOverId: 'text', cents: 'number', by: 'text', at: 'text' },
    fields: { by: 'text', at: 'text' },
    indexes: [['by']],
    unlisted: true,
    sortBy: 'at',
  },
  getIds: ({ type, data }) => (type === 'ShortageAccepted' && data.approvedBy === null ? [data.handOverId] : []),
  project: (row, { type, data }) => {
    if (type !== 'ShortageAccepted') return row
    const { handOverId, cents, by, at } = data
    return { handOverId, cents, by, at }
  },
}
