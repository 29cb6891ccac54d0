import { type Shillings, type Shop, sameWords } from '@tuma/contracts/vocabulary'
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

export type AddLocation = {
  readonly by: Asker
  readonly locationId: string
  readonly locationName: string
  readonly pickupPoints: readonly string[]
  /** Null leaves it as it is. */
  readonly price: Shillings | null
}

export type Location = { readonly pickupPoints: readonly string[]; readonly price: Shillings | null }

/** Each point once, however it was typed, without those that are there already. */
const newPoints = (typed: readonly string[], there: readonly string[]): string[] =>
  typed.filter((point, index) => {
    const known = [...there, ...typed.slice(0, index)]
    return !known.some((other) => sameWords(other) === sameWords(point))
  })

const decide = (command: AddLocation, location: Location | null): LocationEvent[] => {
  assertManages(command.by)
  const { locationId, locationName, price } = command
  const pickupPoints = newPoints(command.pickupPoints, location?.pickupPoints ?? [])
  const events: LocationEvent[] = []
  if (!location) events.push({ type: 'LocationAdded', data: { locationId, locationName, pickupPoints } })
  else if (pickupPoints.length > 0) events.push({ type: 'PickupPointsAdded', data: { locationId, pickupPoints } })
  if (price !== null && price !== location?.price) events.push({ type: 'DukaniPriceSet', data: { locationId, price } })
  return events
}

const evolve = (location: Location | null, { type, data }: LocationEvent): Location | null => {
  switch (type) {
    case 'LocationAdded':
      return { pickupPoints: data.pickupPoints, price: null }
    case 'PickupPointsAdded':
      return location && { ...location, pickupPoints: [...location.pickupPoints, ...data.pickupPoints] }
    case 'DukaniPriceSet':
      return location && { ...location, price: data.price }
  }
}

export const location: Decider<Location | null, AddLocation, LocationEvent> = { initialState: null, decide, evolve }

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
    }
  },
}

/** The shop that somebody named, as the location spells it; null when there is no such pickup point. */
export const shopIn = (row: LocationRow | null, pickupPoint: string): Shop | null => {
  const address = row?.pickupPoints.find((point) => sameWords(point) === sameWords(pickupPoint))
  return row && address !== undefined ? { location: row.locationName, address } : null
}
