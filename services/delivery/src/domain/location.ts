import { Refused, type Shillings, type Shop, sameWords } from '@tuma/contracts/vocabulary'
import type { Decider, DomainEvent, View } from '@tuma/platform/domain'
import { type Asker, assertManages } from './asker.ts'
import type { PriceHistory } from './fee.ts'

/** A place with the pickup points there: each is a shop. */
export type LocationEvent =
  | DomainEvent<
      'LocationAdded',
      { readonly locationId: string; readonly locationName: string; readonly pickupPoints: readonly string[] }
    >
  | DomainEvent<'PickupPointsAdded', { readonly locationId: string; readonly pickupPoints: readonly string[] }>
  /** The fee of a dukani parcel that is received at the location. */
  | DomainEvent<'DukaniPriceSet', { readonly locationId: string; readonly price: Shillings }>
  /** Nobody can choose it any more, as sender or as receiver. An admin who adds the point again opens it anew. */
  | DomainEvent<'ShopRetired', { readonly locationId: string; readonly pickupPoint: string }>

export type AddLocation = {
  readonly type: 'AddLocation'
  readonly by: Asker
  readonly locationId: string
  readonly locationName: string
  readonly pickupPoints: readonly string[]
  /** Null leaves it as it is. */
  readonly price: Shillings | null
}

export type SetDukaniPrice = {
  readonly type: 'SetDukaniPrice'
  readonly by: Asker
  readonly locationId: string
  readonly price: Shillings
}

export type RetireShop = {
  readonly type: 'RetireShop'
  readonly by: Asker
  readonly locationId: string
  readonly pickupPoint: string
  /** Who stands in the way: how many agents work there, and how many parcels are still to be moved there. */
  readonly agents: number
  readonly parcels: number
}

export type LocationCommand = AddLocation | SetDukaniPrice | RetireShop

export type Location = { readonly pickupPoints: readonly string[]; readonly price: Shillings | null }

/** Each point once, however it was typed, without those that are there already. */
const newPoints = (typed: readonly string[], there: readonly string[]): string[] =>
  typed.filter((point, index) => {
    const known = [...there, ...typed.slice(0, index)]
    return !known.some((other) => sameWords(other) === sameWords(point))
  })

const add = (command: AddLocation, location: Location | null): LocationEvent[] => {
  const { locationId, locationName, price } = command
  const pickupPoints = newPoints(command.pickupPoints, location?.pickupPoints ?? [])
  const events: LocationEvent[] = []
  if (!location) events.push({ type: 'LocationAdded', data: { locationId, locationName, pickupPoints } })
  else if (pickupPoints.length > 0) events.push({ type: 'PickupPointsAdded', data: { locationId, pickupPoints } })
  if (price !== null && price !== location?.price) events.push({ type: 'DukaniPriceSet', data: { locationId, price } })
  return events
}

/** @throws shop_in_use with who stands in the way */
const retire = ({ locationId, pickupPoint, agents, parcels }: RetireShop, location: Location): LocationEvent[] => {
  const point = location.pickupPoints.find((one) => sameWords(one) === sameWords(pickupPoint))
  if (point === undefined) throw new Refused('not_found')
  if (agents > 0 || parcels > 0) throw new Refused('shop_in_use', { agents, parcels })
  return [{ type: 'ShopRetired', data: { locationId, pickupPoint: point } }]
}

const decide = (command: LocationCommand, location: Location | null): LocationEvent[] => {
  assertManages(command.by)
  if (command.type === 'AddLocation') return add(command, location)
  if (!location) throw new Refused('not_found')
  if (command.type === 'RetireShop') return retire(command, location)
  const { locationId, price } = command
  return price === location.price ? [] : [{ type: 'DukaniPriceSet', data: { locationId, price } }]
}

const evolve = (location: Location | null, { type, data }: LocationEvent): Location | null => {
  switch (type) {
    case 'LocationAdded':
      return { pickupPoints: data.pickupPoints, price: null }
    case 'PickupPointsAdded':
      return location && { ...location, pickupPoints: [...location.pickupPoints, ...data.pickupPoints] }
    case 'DukaniPriceSet':
      return location && { ...location, price: data.price }
    case 'ShopRetired':
      return location && { ...location, pickupPoints: without(location.pickupPoints, data.pickupPoint) }
  }
}

const without = (points: readonly string[], retired: string): string[] => points.filter((point) => point !== retired)

export const location: Decider<Location | null, LocationCommand, LocationEvent> = {
  initialState: null,
  decide,
  evolve,
}

export type LocationRow = {
  readonly _id: string
  readonly locationName: string
  readonly pickupPoints: string[]
  readonly history: PriceHistory
}

export const locationsView: View<LocationEvent, LocationRow> = {
  collection: {
    name: 'locations-v1',
    shape: {
      _id: 'text',
      locationName: 'text',
      pickupPoints: { each: 'text' },
      history: { each: { price: 'number or null', since: 'text' } },
    },
    fields: { locationName: 'text' },
    indexes: [],
    sortBy: 'locationName',
  },
  idsOf: ({ data }) => [data.locationId],
  project: (row, { type, data, metadata }) => {
    switch (type) {
      case 'LocationAdded':
        return {
          _id: data.locationId,
          locationName: data.locationName,
          pickupPoints: [...data.pickupPoints],
          history: [],
        }
      case 'PickupPointsAdded':
        return row && { ...row, pickupPoints: [...row.pickupPoints, ...data.pickupPoints] }
      case 'DukaniPriceSet':
        return row && { ...row, history: [...row.history, { price: data.price, since: metadata.at }] }
      case 'ShopRetired':
        return row && { ...row, pickupPoints: without(row.pickupPoints, data.pickupPoint) }
    }
  },
}

/** The shop that somebody named, as the location spells it; null when there is no such pickup point. */
export const shopIn = (row: LocationRow | null, pickupPoint: string): Shop | null => {
  const address = row?.pickupPoints.find((point) => sameWords(point) === sameWords(pickupPoint))
  return row && address !== undefined ? { location: row.locationName, address } : null
}
