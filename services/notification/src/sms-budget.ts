import { eatDayOf } from '@tuma/contracts/vocabulary'
import type { Collection } from '@tuma/platform/ports'
import type { SmsDayRow } from './domain/sms-days-view.ts'
import { oneAtATime } from './one-at-a-time.ts'

/** Lets something spend of what is left of the day's SMS. It must have recorded what it takes when it resolves. */
export type SpendSms = <Result>(spend: (room: number) => Promise<Result>) => Promise<Result>

/**
 * One after the other, so that two can't spend the same room.
 * @param most segments a day
 * @param kind what is spent of: messages about parcels and marketing take nothing from each other
 */
export const smsBudget = (
  days: Collection<SmsDayRow>,
  kind: 'segments' | 'marketing',
  most: number,
  now: () => string,
) => {
  const inTurn = oneAtATime()
  const left = async (at: string): Promise<number> => Math.max(0, most - ((await days.get(eatDayOf(at)))?.[kind] ?? 0))
  const spend: SpendSms = (take) => inTurn(async () => take(await left(now())))
  return {
    spend,
    async state() {
      const at = now()
      return { daily: most, left: await left(at), at }
    },
  }
}
