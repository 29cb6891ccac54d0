// trips: services-do-not-know-each-other
import type { createDelivery } from '@tuma/delivery'

export type Delivery = typeof createDelivery
