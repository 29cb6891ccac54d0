import * as z from 'zod/mini'

const whole = (what: string) =>
  z.coerce.number('must be a number').check(z.int(`must be whole ${what}`), z.minimum(0, 'must be 0 or more'))

/** The settings of revenue from the environment. */
export const revenueSettings = z.object({
  /** Hours after a change of a payout number during which nothing is paid to it; 0: none. */
  PAYEE_WAIT_HOURS: z._default(whole('hours'), 24),
  /** Cash with an agent above which the agent and the office read that it should be paid in; 0: none is too much. */
  DRAWER_WARN: z._default(whole('shillings'), 20_000),
})
export type RevenueSettings = z.output<typeof revenueSettings>
