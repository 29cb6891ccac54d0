import * as z from 'zod/mini'

export const paymentSettings = z.pipe(
  z.object({
    /** The trading name that M-Pesa's message shows: nothing else in it tells whom the money went to. */
    MPESA_TILL_NAME: z._default(z.string(), 'TUMA PARCELS'),
  }),
  z.transform(({ MPESA_TILL_NAME }) => ({ tillName: MPESA_TILL_NAME })),
)
export type PaymentSettings = z.output<typeof paymentSettings> & {
  /** Keys the hashes that stand for receipt codes and payers. Another secret, and no payment is found again. */
  readonly secret: string
}
