import { fold, type Recorded } from '@tuma/platform/event-sourcing'
import type { Dependencies } from './dependencies.ts'
import type { Delivery, DeliveryEvent } from './domain/delivery.ts'
import { delivery } from './domain/delivery-decisions.ts'

type House = Pick<Dependencies, 'streams'>

/** All that stands of a delivery, oldest first. A stream holds events of its own kind only. */
export const pastOf = async ({ streams }: House, deliveryId: string): Promise<Recorded<DeliveryEvent>[]> =>
  (await streams.read(`delivery-${deliveryId}`)) as Recorded<DeliveryEvent>[]

/** As it stands now: right even when the read models take their time. */
export const standingOf = async (house: House, deliveryId: string): Promise<Delivery> =>
  fold(delivery, await pastOf(house, deliveryId))
