import type { TillMove } from '@tuma/contracts/vocabulary'
import type { View } from '@tuma/platform/domain'
import { type Movement, type MovementEvent, movement, movementStream } from './till-movement.ts'

/** A row of a statement that is not a customer's payment, and what it is booked as. */
export type TillRow = Omit<Movement, 'ruling'> & {
  readonly movementId: string
  readonly kind: TillMove | null
  /** The admin's decision by which it is booked: about which kind, and since when. */
  readonly ruledBy: string | null
  readonly ruledSince: string | null
}

/** The row as the domain's state. */
export const toMovement = ({ movementId: _, ruledBy, ruledSince, ...row }: TillRow): Movement => ({
  ...row,
  ruling: ruledBy === null || ruledSince === null ? null : { kindId: ruledBy, since: ruledSince },
})

const getRow = (movementId: string, { ruling, ...state }: Movement): TillRow => ({
  movementId,
  ...state,
  ruledBy: ruling?.kindId ?? null,
  ruledSince: ruling?.since ?? null,
})

/** Every row that is not a customer's payment; `open` are the rows that no known words fit. */
export const tillRowsView: View<MovementEvent, TillRow> = {
  whenDamaged: 'refuses',
  collection: {
    name: 'till-rows-v1',
    shape: {
      movementId: 'text',
      standing: 'text',
      kind: 'text or null',
      receipt: 'text or null',
      name: 'text or null',
      kindId: 'text or null',
      cents: 'number',
      booked: 'number',
      movedAt: 'text',
      paymentId: 'text or null',
      outgoingId: 'text or null',
      ruledBy: 'text or null',
      ruledSince: 'text or null',
      linkedId: 'text or null',
    },
    fields: { standing: 'text', ruledBy: 'text', movedAt: 'text' },
    indexes: [['standing'], ['ruledBy']],
    counted: [['standing']],
    unlisted: true,
    sortBy: 'movedAt',
  },
  getIds: ({ stream }) => (stream.startsWith(movementStream('')) ? [stream.slice(movementStream('').length)] : []),
  project: (row, event, movementId) => {
    const state = movement.evolve(row && toMovement(row), event)
    return state && getRow(movementId, state)
  },
}
