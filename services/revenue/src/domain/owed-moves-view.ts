import type { OwedMove } from '@tuma/contracts/vocabulary'
import type { Recorded, View } from '@tuma/platform/domain'
import type { BookEvent } from './books-views.ts'
import { type DatedPosting, datedPostings } from './journal.ts'

/**
 * A change of what Tuma owes a sender: a line of `owed_to_senders` in the books, under the same id (`entriesView`), so
 * that a sender's statement and the books have the same sums.
 */
export type OwedMoveRow = {
  readonly entryId: string
  readonly owedTo: string
  readonly move: OwedMove
  /** In cents: positive where Tuma owes more afterwards. */
  readonly cents: number
  readonly valueAt: string
  readonly deliveryId: string | null
  readonly payoutId: string | null
}

type Line = DatedPosting & { readonly party: string; readonly at: number }

const linesOf = ({ data }: Recorded<BookEvent>): Line[] => {
  if (!('postings' in data)) return []
  return datedPostings(data).flatMap((posting, at) =>
    posting.account === 'owed_to_senders' && posting.party !== null ? [{ ...posting, party: posting.party, at }] : [],
  )
}

export const owedMovesView: View<BookEvent, OwedMoveRow> = {
  whenDamaged: 'refuses',
  collection: {
    name: 'owed-moves-v1',
    shape: {
      entryId: 'text',
      owedTo: 'text',
      move: 'text',
      cents: 'number',
      valueAt: 'text',
      deliveryId: 'text or null',
      payoutId: 'text or null',
    },
    fields: { owedTo: 'text', valueAt: 'text' },
    indexes: [['owedTo']],
    unlisted: true,
    sortBy: 'valueAt',
  },
  getIds: (event) => linesOf(event).map(({ at }) => `${event.id} ${at}`),
  project: (_row, event, entryId) => {
    const line = linesOf(event).find(({ at }) => entryId === `${event.id} ${at}`)
    if (!line) return null
    const { party: owedTo, valueAt } = line
    // What the books owe is below zero there.
    const cents = -line.cents
    const payoutId = event.type === 'PaidOut' ? event.data.payoutId : null
    const move = payoutId !== null ? 'paid_out' : cents > 0 ? 'collected' : 'taken_back'
    const deliveryId = event.stream.startsWith('sale-') ? event.stream.slice('sale-'.length) : null
    return { entryId, owedTo, move, cents, valueAt, deliveryId, payoutId }
  },
}
