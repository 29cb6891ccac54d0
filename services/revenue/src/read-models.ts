import type { AnyView } from '@tuma/platform/event-sourcing'
import { daysView } from './domain/days-view.ts'
import type { SaleEvent } from './domain/sale.ts'
import { shopDaysView } from './domain/shop-days-view.ts'

/** Every read model of the service. */
export const readModels: readonly AnyView<SaleEvent>[] = [daysView, shopDaysView]

/** See `openStreams`: as it was named before it had a checkpoint of its own. */
export const formerlyJoint = ['days-v1']
