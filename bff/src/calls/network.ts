import { placeKey } from '@tuma/contracts/vocabulary'
import type { Dependencies } from '../dependencies.ts'
import { locationIn } from './shops.ts'
import { storedPhone } from './stored-phone.ts'

export const networkCalls = ({ api, services: { delivery }, toCommandContext }: Dependencies) => ({
  addLocation: api.network.addLocation.handler(async ({ input, context }) => {
    await delivery.addLocation({ asked: toCommandContext(context, input), ...input, price: input.price ?? null })
    return { message: 'Location added successfully!' }
  }),

  setDukaniPrice: api.network.setDukaniPrice.handler(async ({ input, context }) => {
    const { id: locationId, price } = input
    await delivery.setDukaniPrice({ asked: toCommandContext(context, input), locationId, price })
    return { ...(await locationIn(delivery, locationId)), price }
  }),

  addRider: api.network.addRider.handler(async ({ input, context }) => {
    const rider = { name: input.name, phone: storedPhone(input.phone) }
    const { riderId } = await delivery.addRider({ asked: toCommandContext(context, rider), ...rider })
    return { message: 'Rider added successfully!', _id: riderId }
  }),
  correctRider: api.network.correctRider.handler(async ({ input, context }) => {
    const rider = { name: input.name, phone: storedPhone(input.phone) }
    const asked = toCommandContext(context, { id: input.id, ...rider })
    await delivery.correctRider({ asked, riderId: input.id, ...rider })
    return { message: 'Rider saved successfully!' }
  }),
  removeRider: api.network.removeRider.handler(async ({ input, context }) => {
    await delivery.removeRider({ asked: toCommandContext(context, input), riderId: input.id })
    return { message: 'Rider deleted successfully!' }
  }),

  prices: api.network.prices.handler(() => delivery.prices()),
  setPrice: api.network.setPrice.handler(async ({ input, context }) => {
    const { place, price, deliveryType: tier } = input
    const { priceId } = await delivery.setPrice({ asked: toCommandContext(context, input), place, price, tier })
    return { _id: priceId, ...input }
  }),
  removePrice: api.network.removePrice.handler(async ({ input, context }) => {
    await delivery.removePrice({ asked: toCommandContext(context, input), priceId: input.id })
    return { message: 'Price deleted successfully!' }
  }),

  placeCodes: api.network.placeCodes.handler(async () => {
    const [codes, shops, prices] = await Promise.all([delivery.placeCodes(), delivery.shops(), delivery.prices()])
    const served = [...shops.map(({ locationName }) => locationName), ...prices.map(({ place }) => place)].map(placeKey)
    return codes.filter(({ place }) => served.includes(placeKey(place)))
  }),
  setPlaceCode: api.network.setPlaceCode.handler(async ({ input, context }) => {
    await delivery.setPlaceCode({ asked: toCommandContext(context, input), ...input })
    return input
  }),
})
