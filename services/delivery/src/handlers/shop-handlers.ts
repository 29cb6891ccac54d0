import { implement } from '@orpc/server'
import { deliveryContract } from '@tuma/contracts/services'
import { type EatDay, eatDayOf, Refused } from '@tuma/contracts/vocabulary'
import type { Dependencies } from '../dependencies.ts'
import { location } from '../domain/network/location.ts'
import { aboutShop, type LocationRow } from '../domain/network/locations-view.ts'
import { locationIdOf } from '../ids.ts'
import { askerOf } from './askers.ts'

/** Shops and what they say of themselves: read by all, changed by admins, and what is so today by their agents. */
export const shopHandlers = ({ streams, network, lists, settings, surroundings, metadataOf }: Dependencies) => {
  const os = implement(deliveryContract)
  const handleLocation = streams.handlerOf(location)
  const today = () => eatDayOf(surroundings.now())

  return {
    shops: os.shops.handler(async () => {
      const locations = await network.locations()
      // A place whose last shop was retired has nothing to choose.
      const open = locations.filter(({ pickupPoints }) => pickupPoints.length > 0)
      return open.map((row) => ({
        _id: row._id,
        locationName: row.locationName,
        pickupPoints: row.pickupPoints,
        price: row.history.at(-1)?.price ?? settings.DUKANI_FEE,
        ...saidIn(row, today()),
      }))
    }),
    retireShop: os.retireShop.handler(async ({ input: { asked, locationId, pickupPoint, agents } }) => {
      const by = askerOf(asked.actor)
      const shop = await network.shop(locationId, pickupPoint)
      const parcels = shop ? await lists.countStandingAt(shop) : 0
      const command = { type: 'RetireShop', by, locationId, pickupPoint, agents, parcels } as const
      await handleLocation(`location-${locationId}`, command, metadataOf(asked))
      return {}
    }),
    describeShop: os.describeShop.handler(async ({ input: { asked, ...described } }) => {
      const command = { type: 'DescribeShop', by: askerOf(asked.actor), ...described, today: today() } as const
      await handleLocation(`location-${described.locationId}`, command, metadataOf(asked))
      return {}
    }),
    closeShopToday: os.closeShopToday.handler(async ({ input: { asked, closed } }) => {
      const by = askerOf(asked.actor)
      if (!by.shop) throw new Refused('not_found')
      const [locationId, pickupPoint] = [locationIdOf(by.shop.location), by.shop.address]
      const command = { type: 'CloseShopToday', by, locationId, pickupPoint, closed, today: today() } as const
      await handleLocation(`location-${locationId}`, command, metadataOf(asked))
      return {}
    }),
  }
}

/** By shop, what they say of themselves; nothing at all where none does. */
const saidIn = (row: LocationRow, today: EatDay) => {
  const shops = row.pickupPoints.flatMap((name) => {
    const about = aboutShop(row, name, today)
    return about ? [{ name, ...about }] : []
  })
  return shops.length > 0 ? { shops } : {}
}
