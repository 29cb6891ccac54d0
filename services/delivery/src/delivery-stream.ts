import { fold, type Recorded } from '@tuma/platform/event-sourcing'
import type { Dependencies } from './dependencies.ts'
import type { Delivery, DeliveryEvent } from './domain/delivery.ts'
import { delivery } from './domain/delivery-decisions.ts'

type Deps = Pick<Dependencies, 'streams'>

/** All recorded events of a delivery, oldest first. A delivery stream holds delivery events only. */
export const getPast = async ({ streams }: Deps, deliveryId: string): Promise<Recorded<DeliveryEvent>[]> =>
  (await streams.read(`delivery-${deliveryId}`)) as Recorded<DeliveryEvent>[]

/** The delivery's state now, from its stream: right even when the read models are behind. */
export const readDelivery = async (deps: Deps, deliveryId: string): Promise<Delivery> =>
  fold(delivery, await getPast(deps, deliveryId))
