import * as z from 'zod/mini'
import { integrationEvent } from './integration-event.ts'

const at = z.string()

export const revenueEvents = {
  /** The money of an account goes to another number from now on. Revenue gives the numbers on request. */
  payToChanged: integrationEvent(
    'revenue.pay-to-changed',
    1,
    z.object({ accountId: z.string(), changeId: z.string(), at }),
  ),
  /** The office has taken cash out of an agent's drawer. `cents`: what was counted. */
  cashTakenIn: integrationEvent(
    'revenue.cash-taken-in',
    1,
    z.object({ agentId: z.string(), handOverId: z.string(), cents: z.int(), at }),
  ),
  /**
   * Tuma has paid a sender the price of these parcels. `owedTo`: `account:<id>`, or `phone:<keyed hash>` of a sender
   * without an account.
   */
  paidOut: integrationEvent(
    'revenue.paid-out',
    1,
    z.object({ owedTo: z.string(), payoutId: z.string(), deliveryIds: z.array(z.string()), at }),
  ),
}
