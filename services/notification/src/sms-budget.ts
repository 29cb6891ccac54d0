import { eatDayOf } from '@tuma/contracts/vocabulary'
import type { Collection } from '@tuma/platform/ports'
import type { SmsDayRow } from './domain/sms-days-view.ts'
import { oneAtATime } from './one-at-a-time.ts'

/**
 * Lets something spend of what is left of the day's SMS.
 * @param wanted segments that it takes at most; it must have recorded what it takes when it resolves
 */
export type SpendSms = <Result>(wanted: number, take: (room: number) => Promise<Result>) => Promise<Result>

/**
 * Many spend at once as long as there is room for all of them; towards the end one after the other, so that the last
 * segment is spent, and once.
 * @param most segments a day
 * @param kind what is spent of: messages about parcels and marketing take nothing from each other
 */
export const smsBudget = (
  days: Pick<Collection<SmsDayRow>, 'get'>,
  kind: 'segments' | 'marketing',
  most: number,
  now: () => string,
) => {
  const inTurn = oneAtATime()
  /** What they want who have not recorded yet what they take. */
  const underWay = new Map<Promise<unknown>, number>()
  const left = async (at: string): Promise<number> => Math.max(0, most - ((await days.get(eatDayOf(at)))?.[kind] ?? 0))

  /** @returns null: whoever is under way has to be waited for */
  const begun = async <Result>(wanted: number, take: (room: number) => Promise<Result>) => {
    // Before the look: what is recorded in between is counted twice rather than not at all.
    const taken = [...underWay.values()].reduce((sum, segments) => sum + segments, 0)
    const room = (await left(now())) - taken
    if (taken > 0 && room < wanted) return null
    const taking = take(Math.max(0, room))
    underWay.set(taking, wanted)
    const over = () => void underWay.delete(taking)
    taking.then(over, over)
    return { taking }
  }

  const spend: SpendSms = async (wanted, take) => {
    const { taking } = await inTurn(async () => {
      for (;;) {
        const one = await begun(wanted, take)
        if (one) return one
        await Promise.race([...underWay.keys()].map((other) => other.catch(() => undefined)))
      }
    })
    return taking
  }
  return {
    spend,
    async state() {
      const at = now()
      return { daily: most, left: await left(at), at }
    },
  }
}
