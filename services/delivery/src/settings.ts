import type { WaitDays } from '@tuma/contracts/vocabulary'
import { WrongSettings } from '@tuma/platform/runtime'
import * as z from 'zod/mini'

const whole = (unit: string) =>
  z.coerce.number('must be a number').check(z.int(`must be whole ${unit}`), z.minimum(1, 'must be 1 or more'))

export const deliverySettings = z.object({
  /** Shillings: the fee of a dukani parcel to a location that has no price of its own. */
  DUKANI_FEE: z._default(
    z.coerce.number('must be a number').check(z.int('must be whole shillings'), z.minimum(0, 'must be 0 or more')),
    150,
  ),
  /** After this long the picker of a parcel is forgotten: name, phone and national id. */
  PICKER_ID_DAYS: z._default(whole('days'), 90),
  /** After this long a photo of a parcel is deleted. */
  PHOTO_DAYS: z._default(whole('days'), 90),
  /** After this long without a parcel, a sender or receiver is forgotten in all their parcels. */
  CONTACT_MONTHS: z._default(whole('months'), 24),
  /** For how many minutes after a parcel was taken in at a counter its shop may cancel it. */
  VOID_MINUTES: z._default(whole('minutes'), 15),
  /** Days after a parcel's arrival at a shop on which its receiver is reminded, separated by commas. */
  WAIT_REMIND_DAYS: z._default(z.string().check(z.regex(/^[1-9]\d?(,[1-9]\d?){0,5}$/, 'must be days, as 2,4')), '2,4'),
  /** On that day the sender is asked to decide. */
  WAIT_ASK_DAY: z._default(whole('days'), 7),
  /** On that day the parcel goes back if its sender has not decided. */
  WAIT_BACK_DAY: z._default(whole('days'), 10),
  /** By this many days it waits longer each time the sender chooses that. */
  WAIT_LONGER_DAYS: z._default(whole('days'), 7),
})
export type DeliverySettings = z.output<typeof deliverySettings> & {
  /** Keys the ids and hashes that must not be guessable. */
  readonly secret: string
}

/** @throws WrongSettings if the days are not in ascending order */
export const toWaitDays = (settings: z.output<typeof deliverySettings>): WaitDays => {
  const { WAIT_REMIND_DAYS, WAIT_ASK_DAY: ask, WAIT_BACK_DAY, WAIT_LONGER_DAYS: longer } = settings
  const remind = WAIT_REMIND_DAYS.split(',').map(Number)
  const backAfterAsked = WAIT_BACK_DAY - ask
  const inOrder = [...remind, ask].every((day, at, days) => at === 0 || day > (days[at - 1] ?? 0))
  if (!inOrder) throw new WrongSettings(['WAIT_REMIND_DAYS must be in order, and before WAIT_ASK_DAY'])
  if (backAfterAsked < 1) throw new WrongSettings(['WAIT_BACK_DAY must be after WAIT_ASK_DAY'])
  return { remind, ask, backAfterAsked, longer }
}
