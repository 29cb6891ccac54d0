import { type Outgoing, type OutgoingApproval, wordsOf } from '@tuma/contracts/vocabulary'
import type { View } from '@tuma/platform/domain'
import { type OutgoingEvent, outgoingStream } from './outgoing.ts'

const outgoingIdIn = (stream: string): string => stream.slice(outgoingStream('').length)

export type OutgoingRow = {
  readonly outgoingId: string
  readonly of: Outgoing
  /** Id of the payout or the refund. */
  readonly id: string
  readonly cents: number
  readonly by: string
  readonly payeeKey: string
  readonly standing: 'claimed' | 'paid' | 'released'
  /** Money that did not leave after all needs no approval. */
  readonly approval: OutgoingApproval
  /** The receipt, and keyed hashes of the payee's phone and words of their name. The search uses these. */
  readonly words: readonly string[]
  readonly at: string
}

/** Money that left, newest first. Names and phones are in the events alone. */
export const outgoingView: View<OutgoingEvent, OutgoingRow> = {
  whenDamaged: 'refuses',
  collection: {
    name: 'outgoing-v1',
    shape: {
      outgoingId: 'text',
      of: 'text',
      id: 'text',
      cents: 'number',
      by: 'text',
      payeeKey: 'text',
      standing: 'text',
      approval: 'text',
      words: { each: 'text' },
      at: 'text',
    },
    fields: { by: 'text', payeeKey: 'text', standing: 'text', approval: 'text', at: 'text' },
    indexes: [['standing'], ['approval'], ['payeeKey'], ['by']],
    counted: [['approval']],
    words: 'words',
    sortBy: 'at',
  },
  getIds: ({ stream }) => [outgoingIdIn(stream)],
  project: (row, { type, data }, outgoingId) => {
    if (type === 'OutgoingClaimed') {
      const { of, id, cents, by, payeeKey, payeeWords, receipt, approval, at } = data
      const words = [...wordsOf(receipt), payeeKey, ...payeeWords]
      return { outgoingId, of, id, cents, by, payeeKey, standing: 'claimed', approval, words, at }
    }
    if (!row) return null
    if (type === 'OutgoingPaid') return { ...row, standing: 'paid' }
    if (type === 'OutgoingReleased') return { ...row, standing: 'released', approval: 'not_needed' }
    return { ...row, approval: 'given' }
  },
}

export type PaidForRow = { readonly deliveryId: string; readonly outgoingIds: readonly string[]; readonly at: string }

/** What was sent for each delivery. */
export const paidForView: View<OutgoingEvent, PaidForRow> = {
  whenDamaged: 'refuses',
  collection: {
    name: 'outgoing-deliveries-v1',
    shape: { deliveryId: 'text', outgoingIds: { each: 'text' }, at: 'text' },
    fields: { at: 'text' },
    indexes: [],
    unlisted: true,
    sortBy: 'at',
  },
  getIds: ({ type, data }) => (type === 'OutgoingPaid' ? data.deliveryIds : []),
  project: (row, { data: { at }, stream }, deliveryId) => ({
    deliveryId,
    outgoingIds: [...new Set([...(row?.outgoingIds ?? []), outgoingIdIn(stream)])],
    at: row?.at ?? at,
  }),
}
