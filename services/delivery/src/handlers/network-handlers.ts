import { implement } from '@orpc/server'
import { deliveryContract } from '@tuma/contracts/services'
import type { Dependencies } from '../dependencies.ts'
import { location } from '../domain/network/location.ts'
import { price } from '../domain/network/price.ts'
import { rider } from '../domain/network/rider.ts'
import { locationIdOf, priceIdOf, riderIdOf } from '../ids.ts'
import { askerOf } from './askers.ts'
import { codePlace } from './place-code-handlers.ts'

/** Places, prices and riders: read by all, changed by admins. */
export const networkHandlers = (dependencies: Dependencies) => {
  const { streams, network, settings, metadataOf } = dependencies
  const os = implement(deliveryContract)
  const handleLocation = streams.handlerOf(location)
  const handlePrice = streams.handlerOf(price)
  const handleRider = streams.handlerOf(rider)

  return {
    prices: os.prices.handler(() => network.prices()),
    feesSince: os.feesSince.handler(({ input: { since } }) => network.feesSince(since, settings.DUKANI_FEE)),
    riders: os.riders.handler(() => network.riders()),

    addLocation: os.addLocation.handler(async ({ input: { asked, locationName, pickupPoints, price } }) => {
      const locationId = locationIdOf(locationName)
      const by = askerOf(asked.actor)
      await codePlace(dependencies, asked, locationName)
      const command = {
        type: 'AddLocation' as const,
        by,
        locationId,
        locationName: locationName.trim(),
        pickupPoints: pickupPoints.map((point) => point.trim()),
        price,
      }
      await handleLocation(`location-${locationId}`, command, metadataOf(asked))
      return { locationId }
    }),
    setDukaniPrice: os.setDukaniPrice.handler(async ({ input: { asked, locationId, price } }) => {
      const command = { type: 'SetDukaniPrice', by: askerOf(asked.actor), locationId, price } as const
      await handleLocation(`location-${locationId}`, command, metadataOf(asked))
      return {}
    }),
    setPrice: os.setPrice.handler(async ({ input: { asked, place, tier, price } }) => {
      const priceId = priceIdOf(place, tier)
      const by = askerOf(asked.actor)
      await codePlace(dependencies, asked, place)
      const command = { type: 'SetPrice', by, priceId, place: place.trim(), tier, price } as const
      await handlePrice(`price-${priceId}`, command, metadataOf(asked))
      return { priceId }
    }),
    removePrice: os.removePrice.handler(async ({ input: { asked, priceId } }) => {
      const command = { type: 'RemovePrice', by: askerOf(asked.actor), priceId } as const
      await handlePrice(`price-${priceId}`, command, metadataOf(asked))
      return {}
    }),
    addRider: os.addRider.handler(async ({ input: { asked, name, phone } }) => {
      const riderId = riderIdOf(asked.commandId)
      const command = { type: 'AddRider', by: askerOf(asked.actor), riderId, name, phone } as const
      await handleRider(`rider-${riderId}`, command, metadataOf(asked))
      return { riderId }
    }),
    correctRider: os.correctRider.handler(async ({ input: { asked, riderId, name, phone } }) => {
      const command = { type: 'CorrectRider', by: askerOf(asked.actor), riderId, name, phone } as const
      await handleRider(`rider-${riderId}`, command, metadataOf(asked))
      return {}
    }),
    removeRider: os.removeRider.handler(async ({ input: { asked, riderId } }) => {
      const command = { type: 'RemoveRider', by: askerOf(asked.actor), riderId } as const
      await handleRider(`rider-${riderId}`, command, metadataOf(asked))
      return {}
    }),
  }
}
