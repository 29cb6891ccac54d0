import { type EatDay, type Shop, sameWords } from '@tuma/contracts/vocabulary'
import type { View } from '@tuma/platform/domain'
import type { PriceHistory } from './fee.ts'
import { type LocationEvent, withoutShop } from './location.ts'
import { type KnownShop, shopsAfter } from './shop.ts'

export type LocationRow = {
  readonly _id: string
  readonly locationName: string
  readonly pickupPoints: string[]
  readonly history: PriceHistory
  readonly shops: KnownShop[]
}

export const locationsView: View<LocationEvent, LocationRow> = {
  whenDamaged: 'leavesOut',
  collection: {
    name: 'locations-v3',
    shape: {
      _id: 'text',
      locationName: 'text',
      pickupPoints: { each: 'text' },
      history: { each: { price: 'number or null', since: 'text' } },
      shops: {
        each: {
          name: 'text',
          landmark: 'text or null',
          hours: { orNull: { each: { orNull: { opens: 'text', closes: 'text' } } } },
          closedDays: { each: 'text' },
          closedOn: 'text or null',
          phone: 'text or null',
          position: { orNull: { lat: 'number', lng: 'number' } },
        },
      },
    },
    fields: { locationName: 'text' },
    indexes: [],
    sortBy: 'locationName',
  },
  getIds: ({ data }) => [data.locationId],
  project: (row, event) => {
    const { type, data, metadata } = event
    switch (type) {
      case 'LocationAdded':
        return {
          _id: data.locationId,
          locationName: data.locationName,
          pickupPoints: [...data.pickupPoints],
          history: [],
          shops: [],
        }
      case 'PickupPointsAdded':
        return row && { ...row, pickupPoints: [...row.pickupPoints, ...data.pickupPoints] }
      case 'DukaniPriceSet':
        return row && { ...row, history: [...row.history, { price: data.price, since: metadata.at }] }
      case 'ShopRetired':
        return row && { ...row, ...withoutShop(row, data.pickupPoint) }
      case 'ShopDescribed':
      case 'PositionSet':
      case 'ShopClosedToday':
      case 'ShopOpenAfterAll':
        return row && { ...row, shops: shopsAfter(row.shops, event) }
    }
  },
}

/** The named shop as the location spells it; null if there is no such pickup point. */
export const shopIn = (row: LocationRow | null, pickupPoint: string): Shop | null => {
  const address = row?.pickupPoints.find((point) => sameWords(point) === sameWords(pickupPoint))
  return row && address !== undefined ? { location: row.locationName, address } : null
}

/**
 * What the public may know about a shop; null if the shop has said nothing.
 * @param today day in Nairobi; days before it are left out
 */
export const aboutShop = (row: LocationRow | null, pickupPoint: string, today: EatDay) => {
  const known = row?.shops.find(({ name }) => sameWords(name) === sameWords(pickupPoint))
  if (!known) return null
  const { landmark, hours, closedOn, phone, position } = known
  const closedDays = known.closedDays.filter((day) => day >= today)
  const closedToday = closedOn === today
  const found = { ...(phone === null ? {} : { phone }), ...(position === null ? {} : { position }) }
  const isSilent = landmark === null && hours === null && closedDays.length === 0 && !closedToday
  if (isSilent && phone === null && position === null) return null
  return { landmark, hours, closedDays, closedToday, ...found }
}
