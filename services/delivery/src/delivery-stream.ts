import { fold, type Recorded } from '@tuma/platform/event-sourcing'
import type { Dependencies } from './dependencies.ts'
import type { Delivery, DeliveryEvent } from './domain/delivery.ts'
import { delivery } from './domain/delivery-decisions.ts'

type Deps = Pick<Dependencies, 'streams'>

/** All that stands of a delivery, oldest first. A stream holds events of its own kind only. */
export const getPast = async ({ streams }: Deps, deliveryId: string): Promise<Recorded<DeliveryEvent>[]> =>
  (await streams.read(`delivery-${deliveryId}`)) as Recorded<DeliveryEvent>[]

/** As it stands now: right even when the read models take their time. */
export const getStanding = async (deps: Deps, deliveryId: string): Promise<Delivery> =>
  fold(delivery, await getPast(deps, deliveryId))
