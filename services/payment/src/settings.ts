import * as z from 'zod/mini'
import { type DarajaSettings, darajaFrom, darajaShape } from './daraja/index.ts'

const perHour = (fallback: number) =>
  z._default(
    z.coerce
      .number('must be a number')
      .check(z.int('must be a whole number'), z.minimum(0, 'must be 0 (no limit) or more')),
    fallback,
  )

export const paymentSettings = z.pipe(
  z.object({
    /** The trading name in M-Pesa's message, which is the only sign there of who got the money. */
    MPESA_TILL_NAME: z._default(z.string(), 'TUMA PARCELS'),
    /**
     * Prompts that came to nothing within an hour: for one phone or visitor, one account, one address (its whole /48
     * four times as many, its whole IPv4 /24 twenty times) or the customers of one agent. 0: no limit.
     */
    PROMPTS_PER_HOUR: perHour(3),
    PROMPTS_PER_HOUR_ACCOUNT: perHour(10),
    PROMPTS_PER_HOUR_ADDRESS: perHour(30),
    /** Ksh that one admin may send alone in 24 hours, and to one payee: above it another admin approves first. 0: always. */
    SECOND_ADMIN_ABOVE: z._default(
      z.coerce
        .number('must be a number')
        .check(z.int('must be a whole number'), z.minimum(0, 'must be 0 (always) or more')),
      20_000,
    ),
    ...darajaShape,
  }),
  z.transform((said) => ({
    tillName: said.MPESA_TILL_NAME,
    daraja: darajaFrom(said),
    tillNumber: said.MPESA_TILL_NUMBER || null,
    secondAdminAbove: 100 * said.SECOND_ADMIN_ABOVE,
    prompts: {
      aPhone: said.PROMPTS_PER_HOUR,
      anAccount: said.PROMPTS_PER_HOUR_ACCOUNT,
      anAddress: said.PROMPTS_PER_HOUR_ADDRESS,
    },
  })),
)
export type PromptLimits = z.output<typeof paymentSettings>['prompts']
export type PaymentSettings = {
  readonly tillName: string
  /** Null, or missing: M-Pesa is not called, and its callbacks are off. */
  readonly daraja?: DarajaSettings | null
  readonly prompts?: PromptLimits
  /** The till that people are shown, where it is set. */
  readonly tillNumber?: string | null
  /**
   * In cents (default Ksh 20,000): above this sum in 24 hours, by one admin or to one payee, another admin approves
   * first.
   */
  readonly secondAdminAbove?: number
  /** The key of the hashes for receipt codes and payers. With another secret no payment is found again. */
  readonly secret: string
}
