import * as z from 'zod/mini'

const whole = (unit: string) =>
  z.coerce.number('must be a number').check(z.int(`must be whole ${unit}`), z.minimum(1, 'must be 1 or more'))

/** What delivery takes from the environment. */
export const deliverySettings = z.object({
  /** Shillings: the fee of a dukani parcel to a location that has no price of its own. */
  DUKANI_FEE: z._default(
    z.coerce.number('must be a number').check(z.int('must be whole shillings'), z.minimum(0, 'must be 0 or more')),
    150,
  ),
  /** After so long who came for a parcel is forgotten: name, phone and national id. */
  PICKER_ID_DAYS: z._default(whole('days'), 90),
  /** After so long without a parcel who sends or gets them is forgotten, in all of theirs. */
  CONTACT_MONTHS: z._default(whole('months'), 24),
})
export type DeliverySettings = z.output<typeof deliverySettings> & {
  /** Keys the ids and hashes that nobody may guess. */
  readonly secret: string
}
