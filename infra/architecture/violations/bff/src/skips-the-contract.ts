// trips: bff-knows-contracts-and-platform
import { createPayment } from '@tuma/payment'

export const paid = createPayment
