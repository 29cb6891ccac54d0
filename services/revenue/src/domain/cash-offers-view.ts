import type { OfferEnd, OfferState } from '@tuma/contracts/vocabulary'
import type { View } from '@tuma/platform/domain'
import type { DrawerEvent } from './drawer.ts'
import type { Offer } from './passing-on.ts'

/** Cash that an agent offers to a colleague, in cents. */
export type CashOfferRow = {
  readonly offerId: string
  readonly from: string
  readonly to: string
  readonly cents: number
  /** What the colleague has counted and taken over; null where the offer did not pass. */
  readonly counted: number | null
  readonly state: OfferState
  /** Null where it is open, or passed. */
  readonly why: OfferEnd | null
  readonly at: string
  readonly endedAt: string | null
}

export const cashOffersView: View<DrawerEvent, CashOfferRow> = {
  whenDamaged: 'refuses',
  collection: {
    name: 'cash-offers-v1',
    shape: {
      offerId: 'text',
      from: 'text',
      to: 'text',
      cents: 'number',
      counted: 'number or null',
      state: 'text',
      why: 'text or null',
      at: 'text',
      endedAt: 'text or null',
    },
    fields: { from: 'text', to: 'text', state: 'text', at: 'text' },
    indexes: [
      ['to', 'state'],
      ['from', 'state'],
    ],
    unlisted: true,
    sortBy: 'at',
  },
  getIds: ({ type, data }) =>
    type === 'CashOffered' || type === 'CashOfferEnded' || type === 'CashPassedOn' ? [data.offerId] : [],
  project: (row, { type, data }) => {
    switch (type) {
      case 'CashOffered': {
        const { offerId, agentId: from, to, cents, at } = data
        return { ...{ offerId, from, to, cents, at }, ...{ counted: null, state: 'open', why: null, endedAt: null } }
      }
      case 'CashOfferEnded':
        return row && { ...row, state: 'ended', why: data.why, endedAt: data.at }
      case 'CashPassedOn':
        return row && { ...row, state: 'passed', counted: data.cents, endedAt: data.at }
      default:
        return row
    }
  },
}

/** The same row, from a drawer whose event may not be in the read model yet. */
export const toOfferRow = (offerId: string, from: string, offer: Offer): CashOfferRow => ({
  ...{ offerId, from, to: offer.to, cents: offer.cents, state: offer.state, at: offer.at },
  counted: offer.state === 'passed' ? offer.counted : null,
  why: offer.state === 'ended' ? offer.why : null,
  endedAt: offer.state === 'open' ? null : offer.endedAt,
})
