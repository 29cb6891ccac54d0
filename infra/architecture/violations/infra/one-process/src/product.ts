import { createBff } from '@tuma/bff'
import { createDelivery } from '@tuma/delivery'
import { createPayment } from '@tuma/payment'

export const startProduct = () => [createBff, createDelivery, createPayment]
