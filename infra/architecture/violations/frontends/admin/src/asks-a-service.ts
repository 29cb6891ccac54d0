// trips: front-ends-know-the-contract-only
import { createDelivery } from '@tuma/delivery'

export const dashboard = createDelivery
