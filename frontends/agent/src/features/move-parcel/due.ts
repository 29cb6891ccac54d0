import type { Delivery } from '@tuma/contracts/api'
import { dueAtHandOver, type Shillings } from '@tuma/contracts/vocabulary'

/** What is still to be taken when the parcel is handed over; the press that says that it arrived books it as paid. */
export const dueOf = (delivery: Delivery): Shillings => dueAtHandOver(delivery) ?? 0

/** Of several together. */
export const dueOfAll = (rows: readonly Delivery[]): Shillings => rows.reduce((sum, row) => sum + dueOf(row), 0)
