import { type PricingTier, Refused, type Shillings } from '@tuma/contracts/vocabulary'
import type { Decider, DomainEvent, View } from '@tuma/platform/domain'
import { type Asker, assertManages } from '../asker.ts'
import type { PriceHistory } from './fee.ts'

/** What a doorstep parcel to a place costs in one tier. */
export type PriceEvent =
  | DomainEvent<
      'PriceSet',
      { readonly priceId: string; readonly place: string; readonly tier: PricingTier; readonly price: Shillings }
    >
  | DomainEvent<'PriceRemoved', { readonly priceId: string }>

export type SetPrice = Extract<PriceEvent, { type: 'PriceSet' }>['data'] & {
  readonly type: 'SetPrice'
  readonly by: Asker
}
export type RemovePrice = { readonly type: 'RemovePrice'; readonly by: Asker; readonly priceId: string }

/** The price now; null before it was first set and after it was removed. */
export type Price = Shillings | null

const decide = (command: SetPrice | RemovePrice, now: Price): PriceEvent[] => {
  assertManages(command.by)
  const { priceId } = command
  switch (command.type) {
    case 'SetPrice': {
      const { place, tier, price } = command
      return price === now ? [] : [{ type: 'PriceSet', data: { priceId, place, tier, price } }]
    }
    case 'RemovePrice':
      if (now === null) throw new Refused('not_found')
      return [{ type: 'PriceRemoved', data: { priceId } }]
  }
}

const evolve = (_now: Price, { type, data }: PriceEvent): Price => {
  switch (type) {
    case 'PriceSet':
      return data.price
    case 'PriceRemoved':
      return null
  }
}

export const price: Decider<Price, SetPrice | RemovePrice, PriceEvent> = { initialState: null, decide, evolve }

/** A removed price is not shown. Its history still counts for earlier payments once a price is set again. */
export type PriceRow = {
  readonly _id: string
  readonly place: string
  /** The tier, stored under the API's name for it. */
  readonly deliveryType: PricingTier
  readonly price: Shillings | null
  readonly history: PriceHistory
}

export const pricesView: View<PriceEvent, PriceRow> = {
  whenDamaged: 'leavesOut',
  collection: {
    name: 'prices-v2',
    shape: {
      _id: 'text',
      place: 'text',
      deliveryType: 'text',
      price: 'number or null',
      history: { each: { price: 'number or null', since: 'text' } },
    },
    fields: { place: 'text' },
    indexes: [],
    sortBy: 'place',
  },
  getIds: ({ data }) => [data.priceId],
  project: (row, { type, data, metadata: { at: since } }) => {
    switch (type) {
      case 'PriceSet': {
        const { priceId, place, tier, price } = data
        const history = [...(row?.history ?? []), { price, since }]
        return { _id: priceId, place, deliveryType: tier, price, history }
      }
      case 'PriceRemoved':
        return row && { ...row, price: null, history: [...row.history, { price: null, since }] }
    }
  },
}
