import { implement } from '@orpc/server'
import { type CommandContext, deliveryContract } from '@tuma/contracts/services'
import { type EatDay, getEatDay, Refused } from '@tuma/contracts/vocabulary'
import type { Dependencies } from '../dependencies.ts'
import { location } from '../domain/network/location.ts'
import { aboutShop, type LocationRow } from '../domain/network/locations-view.ts'
import { getLocationId } from '../ids.ts'
import { toAsker } from './askers.ts'

/** Shops and their descriptions: all may read them, admins change them, and agents close their own shop for today. */
export const shopHandlers = ({ streams, network, lists, settings, environment, buildMetadata }: Dependencies) => {
  const os = implement(deliveryContract)
  const handleLocation = streams.getHandler(location)
  const today = () => getEatDay(environment.now())

  return {
    shops: os.shops.handler(async () => {
      const locations = await network.locations()
      // A place whose last shop was retired offers no shop.
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
      const by = toAsker(asked.actor)
      const shop = await network.shop(locationId, pickupPoint)
      const parcels = shop ? await lists.countStandingAt(shop) : 0
      const command = { type: 'RetireShop', by, locationId, pickupPoint, agents, parcels } as const
      await handleLocation(`location-${locationId}`, command, buildMetadata(asked))
      return {}
    }),
    describeShop: os.describeShop.handler(async ({ input: { asked, ...described } }) => {
      const command = { type: 'DescribeShop', by: toAsker(asked.actor), ...described, today: today() } as const
      await handleLocation(`location-${described.locationId}`, command, buildMetadata(asked))
      return {}
    }),
    setShopPosition: os.setShopPosition.handler(async ({ input: { asked, ...placed } }) => {
      const command = { type: 'SetPosition', by: toAsker(asked.actor), ...placed } as const
      await handleLocation(`location-${placed.locationId}`, command, buildMetadata(asked))
      return {}
    }),
    setOwnShopPosition: os.setOwnShopPosition.handler(async ({ input: { asked, lat, lng } }) => {
      const command = { type: 'SetPosition', ...ownShop(asked), lat, lng } as const
      await handleLocation(`location-${command.locationId}`, command, buildMetadata(asked))
      return {}
    }),
    closeShopToday: os.closeShopToday.handler(async ({ input: { asked, closed } }) => {
      const command = { type: 'CloseShopToday', ...ownShop(asked), closed, today: today() } as const
      await handleLocation(`location-${command.locationId}`, command, buildMetadata(asked))
      return {}
    }),
  }
}

/** @throws not_found for an asker without a shop */
const ownShop = ({ actor }: CommandContext) => {
  const by = toAsker(actor)
  if (!by.shop) throw new Refused('not_found')
  return { by, locationId: getLocationId(by.shop.location), pickupPoint: by.shop.address }
}

/** The descriptions by shop; no field at all if no shop has one. */
const saidIn = (row: LocationRow, today: EatDay) => {
  const shops = row.pickupPoints.flatMap((name) => {
    const about = aboutShop(row, name, today)
    return about ? [{ name, ...about }] : []
  })
  return shops.length > 0 ? { shops } : {}
}
