import type { Delivery } from '@tuma/contracts/api'
import { dueAtHandOver, type Shillings } from '@tuma/contracts/vocabulary'

/** The sum that the agent must take at the hand-over. The agent then says how it was paid. */
export const getDue = (delivery: Delivery): Shillings => dueAtHandOver(delivery) ?? 0
