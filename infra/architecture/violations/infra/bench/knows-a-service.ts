// trips: only-the-whole-product-knows-services
import { createDelivery } from '@tuma/delivery'

export const measured = createDelivery
