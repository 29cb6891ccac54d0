import type { AdminLocation } from '@tuma/contracts/api'
import type { DeliveryClient } from '@tuma/contracts/services'
import { Refused, sameWords } from '@tuma/contracts/vocabulary'
import { isRefusal } from '@tuma/platform/event-sourcing'
import type { Dependencies } from '../dependencies.ts'
import { storedPhone } from './stored-phone.ts'

/** What admins change of one shop. */
export const shopCalls = ({ api, services: { delivery, identity }, toCommandContext }: Dependencies) => ({
  retireShop: api.network.retireShop.handler(async ({ input, context }) => {
    const { id: locationId, shop: pickupPoint } = input
    const { locationName } = await locationIn(delivery, locationId)
    const there = (await identity.agents()).filter(
      ({ location, address }) =>
        sameWords(location ?? '') === sameWords(locationName) && sameWords(address ?? '') === sameWords(pickupPoint),
    )
    const command = { asked: toCommandContext(context, input), locationId, pickupPoint, agents: there.length }
    await delivery.retireShop(command).catch((error: unknown) => {
      if (!isRefusal(error) || error.code !== 'shop_in_use') throw error
      throw new Refused('shop_in_use', { ...error.details, names: there.map(({ name }) => name).join(', ') })
    })
    return { message: 'Shop closed successfully!' }
  }),
  describeShop: api.network.describeShop.handler(async ({ input, context }) => {
    const { id: locationId, shop: pickupPoint, closedToday = null, phone: typed, ...described } = input
    const phone = typed == null ? typed : storedPhone(typed)
    await delivery.describeShop({
      ...{ asked: toCommandContext(context, { ...input, phone }), locationId, pickupPoint },
      ...{ ...described, closedToday, phone },
    })
    return { message: 'Shop saved successfully!' }
  }),
  setPosition: api.network.setPosition.handler(async ({ input, context }) => {
    const { id: locationId, shop: pickupPoint, lat, lng } = input
    await delivery.setShopPosition({ asked: toCommandContext(context, input), locationId, pickupPoint, lat, lng })
    return { message: 'Position saved successfully!' }
  }),
})

/** @throws not_found */
export const locationIn = async (
  delivery: Pick<DeliveryClient, 'shops'>,
  locationId: string,
): Promise<AdminLocation> => {
  const found = (await delivery.shops()).find(({ _id }) => _id === locationId)
  if (!found) throw new Refused('not_found')
  return found
}
