import { type EatDay, getEatDay, isDayClosed } from '@tuma/contracts/vocabulary'
import type { Decider, DomainEvent, Recorded } from '@tuma/platform/domain'
import { Map as ById } from 'immutable'
import type { ParcelCancelled } from './delivery.ts'
import type { DueTaken } from './taking.ts'

/**
 * The cash that an agent took on a day less what they gave back for cancelled parcels, in cents, so it may be below zero;
 * `agentId` is null where an admin changed the status instead.
 */
type AgentTakings = { readonly agentId: string | null; readonly cents: number }

/** The cash of a day, from all events of that day that were stored at `at`. */
export type TakingsSummed = DomainEvent<
  'TakingsSummed',
  { readonly day: EatDay; readonly takings: readonly AgentTakings[]; readonly at: string }
>

export const takingsStream = (day: EatDay): string => `takings-${day}`

export type SumTakings = { readonly type: 'SumTakings' } & TakingsSummed['data']

/** Records the sums of a day when they differ from those before. */
export const takings: Decider<readonly AgentTakings[], SumTakings, TakingsSummed> = {
  initialState: [],
  evolve: (_, { data }) => data.takings,
  decide: ({ type: _, ...data }, before) => (isSame(before, data.takings) ? [] : [{ type: 'TakingsSummed', data }]),
}

const isSame = (one: readonly AgentTakings[], other: readonly AgentTakings[]): boolean =>
  one.length === other.length &&
  one.every(({ agentId, cents }, index) => other[index]?.agentId === agentId && other[index]?.cents === cents)

type Day = { readonly cents: ById<string | null, number>; readonly told: readonly AgentTakings[] }
type DaysOfTakings = ById<EatDay, Day>
const quiet: Day = { cents: ById(), told: [] }

/** Sums the cash of each day and agent, by the time of the event. */
export const takingsSum = {
  initial: ById() as DaysOfTakings,
  take: (
    days: DaysOfTakings,
    { type, data, metadata }: Recorded<DueTaken | ParcelCancelled | TakingsSummed>,
  ): DaysOfTakings => {
    switch (type) {
      case 'TakingsSummed':
        return days.update(data.day, quiet, (one) => ({ ...one, told: data.takings }))
      case 'DueTaken':
        return data.how === 'cash' ? add(days, metadata.at, data.agentId, data.fee + data.productPrice) : days
      case 'ParcelCancelled':
        return data.cashBack > 0 ? add(days, metadata.at, data.agentId, -data.cashBack) : days
      default:
        return days
    }
  },
}

const add = (days: DaysOfTakings, at: string, agentId: string | null, shillings: number): DaysOfTakings =>
  days.update(getEatDay(at), quiet, ({ cents, told }) => ({
    told,
    cents: cents.update(agentId, 0, (before) => before + 100 * shillings),
  }))

/** The commands for the closed days whose sums differ from what was told. */
export const toSumTakings = (days: DaysOfTakings, at: string): SumTakings[] =>
  [...days].flatMap(([day, { cents, told }]) => {
    const takings = [...cents]
      .map(([agentId, sum]) => ({ agentId, cents: sum }))
      .sort((one, other) => ((one.agentId ?? '') < (other.agentId ?? '') ? -1 : 1))
    return isDayClosed(day, at) && !isSame(told, takings) ? [{ type: 'SumTakings', day, takings, at }] : []
  })
