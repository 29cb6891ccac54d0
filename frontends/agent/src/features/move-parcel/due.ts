import type { Delivery } from '@tuma/contracts/api'
import { dueAtHandOver, type Shillings } from '@tuma/contracts/vocabulary'

/** What is still to be taken when the parcel is handed over; whoever hands it over says how it was paid. */
export const getDue = (delivery: Delivery): Shillings => dueAtHandOver(delivery) ?? 0
