import * as z from 'zod/mini'

/** What delivery takes from the environment. */
export const deliverySettings = z.object({
  /** Shillings: the fee of a dukani parcel to a location that has no price of its own. */
  DUKANI_FEE: z._default(
    z.coerce.number('must be a number').check(z.int('must be whole shillings'), z.minimum(0, 'must be 0 or more')),
    150,
  ),
})
export type DeliverySettings = z.output<typeof deliverySettings> & {
  /** Keys the ids and hashes that nobody may guess. */
  readonly secret: string
}
