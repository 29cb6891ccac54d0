// trips: domain-is-pure
import type { createDelivery } from '../service.ts'

export type Delivery = typeof createDelivery
