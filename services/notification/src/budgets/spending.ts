import { getEatDay } from '@tuma/contracts/vocabulary'
import type { Collection } from '@tuma/platform/ports'
import type { MessageDayRow } from '../domain/message-days-view.ts'
import { type DayLimits, isOfStrangers, nothingSpent, type Purse, roomIn, type Spent } from '../domain/purses.ts'
import { type StrangersRow, strangersRow } from '../domain/strangers.ts'
import { dayBudget, type Spend, type Wanted } from './day-budget.ts'

type Days = Pick<Collection<MessageDayRow>, 'get'>
type Deps = {
  readonly days: Days
  readonly strangers: Pick<Collection<StrangersRow>, 'get'>
  readonly max: DayLimits
  readonly now: () => string
}

const nothing = { ...nothingSpent, marketing: 0 }
/** The use of the day of this instant. */
export const spentOn = async (days: Days, at: string): Promise<Spent & { readonly marketing: number }> =>
  (await days.get(getEatDay(at))) ?? nothing

const withAll = (spent: Spent, all: readonly Wanted<Purse>[]): Spent => {
  const sums = { ...spent }
  for (const { purse, wanted } of all) sums[purse] += wanted
  return sums
}

/**
 * What messages may use of the day, by purse. While an admin has stopped strangers, messages that strangers cause wait. SMS
 * and emails have separate queues, so neither waits for the other.
 */
export const openSpending = ({ days, strangers, max, now }: Deps): Spend<Purse> => {
  const look = async () => {
    const [spent, stopped] = await Promise.all([spentOn(days, now()), strangers.get(strangersRow)])
    return (purse: Purse, underWay: readonly Wanted<Purse>[]): number =>
      stopped && isOfStrangers(purse) ? 0 : roomIn(purse, withAll(spent, underWay), max)
  }
  const [sms, mails] = [dayBudget<Purse>(look), dayBudget<Purse>(look)]
  return (want, take) => (want.purse === 'unknownAddresses' ? mails : sms)(want, take)
}

export type SpendOnMarketing = <Result>(wanted: number, take: (room: number) => Promise<Result>) => Promise<Result>

/** For marketing, which shares nothing with other messages. @param most segments a day */
export const marketingBudget = ({ days, now }: Pick<Deps, 'days' | 'now'>, max: number) => {
  const left = async (at: string): Promise<number> => Math.max(0, max - (await spentOn(days, at)).marketing)
  const spend = dayBudget<'marketing'>(async () => {
    const room = await left(now())
    return (_purse, underWay) => Math.max(0, room - underWay.reduce((sum, { wanted }) => sum + wanted, 0))
  })
  const spendOnMarketing: SpendOnMarketing = (wanted, take) => spend({ purse: 'marketing', wanted }, take)
  return {
    spend: spendOnMarketing,
    async state() {
      const at = now()
      return { daily: max, left: await left(at), at }
    },
  }
}
