import { implement } from '@orpc/server'
import { deliveryContract } from '@tuma/contracts/services'
import type { Dependencies } from '../dependencies.ts'
import { location } from '../domain/network/location.ts'
import { price } from '../domain/network/price.ts'
import { rider } from '../domain/network/rider.ts'
import { getLocationId, getPriceId, getRiderId } from '../ids.ts'
import { toAsker } from './askers.ts'
import { codePlace } from './place-code-handlers.ts'

/** Places, prices and riders: all may read them, admins change them. */
export const networkHandlers = (dependencies: Dependencies) => {
  const { streams, network, settings, buildMetadata } = dependencies
  const os = implement(deliveryContract)
  const handleLocation = streams.getHandler(location)
  const handlePrice = streams.getHandler(price)
  const handleRider = streams.getHandler(rider)

  return {
    prices: os.prices.handler(() => network.prices()),
    feesSince: os.feesSince.handler(({ input: { since } }) => network.feesSince(since, settings.DUKANI_FEE)),
    riders: os.riders.handler(() => network.riders()),

    addLocation: os.addLocation.handler(async ({ input: { asked, locationName, pickupPoints, price } }) => {
      const locationId = getLocationId(locationName)
      const by = toAsker(asked.actor)
      await codePlace(dependencies, asked, locationName)
      const command = {
        type: 'AddLocation' as const,
        by,
        locationId,
        locationName: locationName.trim(),
        pickupPoints: pickupPoints.map((point) => point.trim()),
        price,
      }
      await handleLocation(`location-${locationId}`, command, buildMetadata(asked))
      return { locationId }
    }),
    setDukaniPrice: os.setDukaniPrice.handler(async ({ input: { asked, locationId, price } }) => {
      const command = { type: 'SetDukaniPrice', by: toAsker(asked.actor), locationId, price } as const
      await handleLocation(`location-${locationId}`, command, buildMetadata(asked))
      return {}
    }),
    setPrice: os.setPrice.handler(async ({ input: { asked, place, tier, price } }) => {
      const priceId = getPriceId(place, tier)
      const by = toAsker(asked.actor)
      await codePlace(dependencies, asked, place)
      const command = { type: 'SetPrice', by, priceId, place: place.trim(), tier, price } as const
      await handlePrice(`price-${priceId}`, command, buildMetadata(asked))
      return { priceId }
    }),
    removePrice: os.removePrice.handler(async ({ input: { asked, priceId } }) => {
      const command = { type: 'RemovePrice', by: toAsker(asked.actor), priceId } as const
      await handlePrice(`price-${priceId}`, command, buildMetadata(asked))
      return {}
    }),
    addRider: os.addRider.handler(async ({ input: { asked, name, phone } }) => {
      const riderId = getRiderId(asked.commandId)
      const command = { type: 'AddRider', by: toAsker(asked.actor), riderId, name, phone } as const
      await handleRider(`rider-${riderId}`, command, buildMetadata(asked))
      return { riderId }
    }),
    correctRider: os.correctRider.handler(async ({ input: { asked, riderId, name, phone } }) => {
      const command = { type: 'CorrectRider', by: toAsker(asked.actor), riderId, name, phone } as const
      await handleRider(`rider-${riderId}`, command, buildMetadata(asked))
      return {}
    }),
    removeRider: os.removeRider.handler(async ({ input: { asked, riderId } }) => {
      const command = { type: 'RemoveRider', by: toAsker(asked.actor), riderId } as const
      await handleRider(`rider-${riderId}`, command, buildMetadata(asked))
      return {}
    }),
  }
}
