import type { Dependencies } from '../dependencies.ts'
import { storedPhone } from './stored-phone.ts'

export const networkCalls = ({ api, services: { delivery }, asked }: Dependencies) => ({
  addLocation: api.network.addLocation.handler(async ({ input, context }) => {
    await delivery.addLocation({ asked: asked(context, input), ...input, price: input.price ?? null })
    return { message: 'Location added successfully!' }
  }),

  addRider: api.network.addRider.handler(async ({ input, context }) => {
    const rider = { name: input.name, phone: storedPhone(input.phone) }
    const { riderId } = await delivery.addRider({ asked: asked(context, rider), ...rider })
    return { message: 'Rider added successfully!', _id: riderId }
  }),
  removeRider: api.network.removeRider.handler(async ({ input, context }) => {
    await delivery.removeRider({ asked: asked(context, input), riderId: input.id })
    return { message: 'Rider deleted successfully!' }
  }),

  prices: api.network.prices.handler(() => delivery.prices()),
  setPrice: api.network.setPrice.handler(async ({ input, context }) => {
    const { place, price, deliveryType: tier } = input
    const { priceId } = await delivery.setPrice({ asked: asked(context, input), place, price, tier })
    return { _id: priceId, ...input }
  }),
  removePrice: api.network.removePrice.handler(async ({ input, context }) => {
    await delivery.removePrice({ asked: asked(context, input), priceId: input.id })
    return { message: 'Price deleted successfully!' }
  }),
})
