import { Refused, type Shillings, sameWords } from '@tuma/contracts/vocabulary'
import type { Decider, DomainEvent } from '@tuma/platform/domain'
import { type Asker, assertManages } from '../asker.ts'
import {
  type CloseShopToday,
  closeToday,
  type DescribeShop,
  describe,
  type KnownShop,
  knownShop,
  type SetPosition,
  type ShopEvent,
  setPosition,
  shopsAfter,
} from './shop.ts'

/** A place with the pickup points there: each is a shop. */
export type LocationEvent =
  | DomainEvent<
      'LocationAdded',
      { readonly locationId: string; readonly locationName: string; readonly pickupPoints: readonly string[] }
    >
  | DomainEvent<'PickupPointsAdded', { readonly locationId: string; readonly pickupPoints: readonly string[] }>
  /** The fee of a dukani parcel to this location. */
  | DomainEvent<'DukaniPriceSet', { readonly locationId: string; readonly price: Shillings }>
  /** Senders can no longer choose the shop, on either side. An admin who adds the point again opens it again. */
  | DomainEvent<'ShopRetired', { readonly locationId: string; readonly pickupPoint: string }>
  | ShopEvent

export type AddLocation = {
  readonly type: 'AddLocation'
  readonly by: Asker
  readonly locationId: string
  readonly locationName: string
  readonly pickupPoints: readonly string[]
  /** Null leaves the price unchanged. */
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
  /** What prevents it: how many agents work there, and how many parcels must still be moved there. */
  readonly agents: number
  readonly parcels: number
}

type Change = SetDukaniPrice | RetireShop | DescribeShop | CloseShopToday | SetPosition
export type LocationCommand = AddLocation | Change

export type Location = {
  readonly locationName: string
  readonly pickupPoints: readonly string[]
  readonly price: Shillings | null
  /** The shops that have described themselves. */
  readonly shops: readonly KnownShop[]
}

/** Each new point once, in any spelling, without those that the location already has. */
const newPoints = (typed: readonly string[], location: Location | null): string[] =>
  typed.filter((point, index) => {
    const isSame = (other: string) => sameWords(other) === sameWords(point)
    return !typed.slice(0, index).some(isSame) && !location?.pickupPoints.some(isSame)
  })

const add = (command: AddLocation, location: Location | null): LocationEvent[] => {
  const { locationId, locationName, price } = command
  const pickupPoints = newPoints(command.pickupPoints, location)
  const events: LocationEvent[] = []
  if (!location) events.push({ type: 'LocationAdded', data: { locationId, locationName, pickupPoints } })
  else if (pickupPoints.length > 0) events.push({ type: 'PickupPointsAdded', data: { locationId, pickupPoints } })
  if (price !== null && price !== location?.price) events.push({ type: 'DukaniPriceSet', data: { locationId, price } })
  return events
}

/** The point as the location spells it. @throws not_found */
const getPoint = ({ pickupPoints }: Location, typed: string): string => {
  const point = pickupPoints.find((one) => sameWords(one) === sameWords(typed))
  if (point === undefined) throw new Refused('not_found')
  return point
}

/** @throws shop_in_use with the counts that prevent it */
const retire = ({ locationId, pickupPoint, agents, parcels }: RetireShop, location: Location): LocationEvent[] => {
  const point = getPoint(location, pickupPoint)
  if (agents > 0 || parcels > 0) throw new Refused('shop_in_use', { agents, parcels })
  return [{ type: 'ShopRetired', data: { locationId, pickupPoint: point } }]
}

const decide = (command: LocationCommand, location: Location | null): LocationEvent[] => {
  // An agent may give these two commands too; their own decisions check whose shop it is.
  if (command.type !== 'CloseShopToday' && command.type !== 'SetPosition') assertManages(command.by)
  if (command.type === 'AddLocation') return add(command, location)
  if (!location) throw new Refused('not_found')
  return change(command, location)
}

const change = (command: Change, location: Location): LocationEvent[] => {
  switch (command.type) {
    case 'RetireShop':
      return retire(command, location)
    case 'DescribeShop':
      return describe(command, toShop(location, command))
    case 'CloseShopToday':
      return closeToday(command, toShop(location, command), location.locationName)
    case 'SetPosition':
      return setPosition(command, toShop(location, command), location.locationName)
    case 'SetDukaniPrice': {
      const { locationId, price } = command
      return price === location.price ? [] : [{ type: 'DukaniPriceSet', data: { locationId, price } }]
    }
  }
}

const toShop = (location: Location, { pickupPoint }: DescribeShop | CloseShopToday | SetPosition): KnownShop =>
  knownShop(location.shops, getPoint(location, pickupPoint))

const evolve = (location: Location | null, event: LocationEvent): Location | null => {
  const { type, data } = event
  switch (type) {
    case 'LocationAdded':
      return { locationName: data.locationName, pickupPoints: data.pickupPoints, price: null, shops: [] }
    case 'PickupPointsAdded':
      return location && { ...location, pickupPoints: [...location.pickupPoints, ...data.pickupPoints] }
    case 'DukaniPriceSet':
      return location && { ...location, price: data.price }
    case 'ShopRetired':
      return location && { ...location, ...withoutShop(location, data.pickupPoint) }
    case 'ShopDescribed':
    case 'PositionSet':
    case 'ShopClosedToday':
    case 'ShopOpenAfterAll':
      return location && { ...location, shops: shopsAfter(location.shops, event) }
  }
}

/** A shop that is added again has no description yet. */
export const withoutShop = ({ pickupPoints, shops }: Pick<Location, 'pickupPoints' | 'shops'>, retired: string) => ({
  pickupPoints: pickupPoints.filter((point) => point !== retired),
  shops: shops.filter(({ name }) => name !== retired),
})

export const location: Decider<Location | null, LocationCommand, LocationEvent> = {
  initialState: null,
  decide,
  evolve,
}
