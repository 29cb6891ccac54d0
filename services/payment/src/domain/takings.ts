import { type EatDay, getEatDay, isDayClosed } from '@tuma/contracts/vocabulary'
import type { Decider, DomainEvent, Recorded } from '@tuma/platform/domain'
import { Map as ById } from 'immutable'
import type { PaymentEvent } from './payment.ts'

/** What was confirmed of payments of a day, in cents, from all events that were stored at `at`. */
export type TakingsSummed = DomainEvent<
  'TakingsSummed',
  { readonly day: EatDay; readonly cents: number; readonly at: string }
>

export const takingsStream = (day: EatDay): string => `takings-${day}`

export type SumTakings = { readonly type: 'SumTakings' } & TakingsSummed['data']

/** Records the sum of a day when it differs from the one before. */
export const takings: Decider<number, SumTakings, TakingsSummed> = {
  initialState: 0,
  evolve: (_, { data }) => data.cents,
  decide: ({ type: _, ...data }, before) => (before === data.cents ? [] : [{ type: 'TakingsSummed', data }]),
}

type DaysOfTakings = ById<EatDay, { readonly cents: number; readonly told: number }>
const quiet = { cents: 0, told: 0 }

/** Sums what was confirmed, by the time of the payment. */
export const takingsSum = {
  initial: ById() as DaysOfTakings,
  take: (days: DaysOfTakings, { type, data }: Recorded<PaymentEvent | TakingsSummed>): DaysOfTakings => {
    if (type === 'TakingsSummed') return days.update(data.day, quiet, (day) => ({ ...day, told: data.cents }))
    if (type !== 'PaymentConfirmed') return days
    return days.update(getEatDay(data.paidAt), quiet, ({ cents, told }) => ({ cents: cents + data.cents, told }))
  },
}

/** The commands for the closed days whose sum differs from what was told. */
export const toSumTakings = (days: DaysOfTakings, at: string): SumTakings[] =>
  [...days].flatMap(([day, { cents, told }]) =>
    isDayClosed(day, at) && cents !== told ? [{ type: 'SumTakings', day, cents, at }] : [],
  )
