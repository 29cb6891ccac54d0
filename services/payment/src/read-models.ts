import type { AnyView } from '@tuma/platform/event-sourcing'
import type { PaymentEvent } from './domain/payment.ts'
import { paymentsView } from './domain/payment-views.ts'

/** Every read model of the service. */
export const readModels: readonly AnyView<PaymentEvent>[] = [paymentsView]

/** See `openStreams`: as it was named before it had a checkpoint of its own. */
export const formerlyJoint = ['payments-v1']
