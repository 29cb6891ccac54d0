import { storedEvents as delivery } from '@tuma/delivery/stored-events'
import { storedEvents as identity } from '@tuma/identity/stored-events'
import { storedEvents as notification } from '@tuma/notification/stored-events'
import { storedEvents as payment } from '@tuma/payment/stored-events'
import { storedEvents as revenue } from '@tuma/revenue/stored-events'

/** The event types of each service, as it declares them. */
export const storedBy = { delivery, identity, notification, payment, revenue }
