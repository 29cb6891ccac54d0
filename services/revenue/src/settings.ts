import * as z from 'zod/mini'

/** The settings of revenue from the environment. */
export const revenueSettings = z.object({
  /** Hours after a change of a payout number during which nothing is paid to it; 0: none. */
  PAYEE_WAIT_HOURS: z._default(
    z.coerce.number('must be a number').check(z.int('must be whole hours'), z.minimum(0, 'must be 0 or more')),
    24,
  ),
})
export type RevenueSettings = z.output<typeof revenueSettings>
