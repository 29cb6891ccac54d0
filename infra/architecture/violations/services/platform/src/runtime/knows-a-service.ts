// trips: platform-knows-no-business
import { createDelivery } from '@tuma/delivery'

export const services = [createDelivery]
