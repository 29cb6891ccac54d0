import type { WaitDays } from '@tuma/contracts/vocabulary'
import { WrongSettings } from '@tuma/platform/runtime'
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
  /** After so long a photo of a parcel is gone. */
  PHOTO_DAYS: z._default(whole('days'), 90),
  /** After so long without a parcel who sends or gets them is forgotten, in all of theirs. */
  CONTACT_MONTHS: z._default(whole('months'), 24),
  /** Days after a parcel arrived at a shop on which whoever gets it is reminded, with commas between. */
  WAIT_REMIND_DAYS: z._default(z.string().check(z.regex(/^[1-9]\d?(,[1-9]\d?){0,5}$/, 'must be days, as 2,4')), '2,4'),
  /** On that day its sender is asked what becomes of it. */
  WAIT_ASK_DAY: z._default(whole('days'), 7),
  /** On that day it goes back where nobody has said anything. */
  WAIT_BACK_DAY: z._default(whole('days'), 10),
  /** By so many days it waits longer each time that its sender says so. */
  WAIT_LONGER_DAYS: z._default(whole('days'), 7),
})
export type DeliverySettings = z.output<typeof deliverySettings> & {
  /** Keys the ids and hashes that nobody may guess. */
  readonly secret: string
}

/** @throws WrongSettings where they do not follow on each other */
export const toWaitDays = (settings: z.output<typeof deliverySettings>): WaitDays => {
  const { WAIT_REMIND_DAYS, WAIT_ASK_DAY: ask, WAIT_BACK_DAY, WAIT_LONGER_DAYS: longer } = settings
  const remind = WAIT_REMIND_DAYS.split(',').map(Number)
  const backAfterAsked = WAIT_BACK_DAY - ask
  const inOrder = [...remind, ask].every((day, at, days) => at === 0 || day > (days[at - 1] ?? 0))
  if (!inOrder) throw new WrongSettings(['WAIT_REMIND_DAYS must be in order, and before WAIT_ASK_DAY'])
  if (backAfterAsked < 1) throw new WrongSettings(['WAIT_BACK_DAY must be after WAIT_ASK_DAY'])
  return { remind, ask, backAfterAsked, longer }
}
