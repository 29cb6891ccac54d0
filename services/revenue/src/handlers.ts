import { implement } from '@orpc/server'
import { revenueContract } from '@tuma/contracts/services'
import { daysBetween } from '@tuma/contracts/vocabulary'
import type { Collection, MessageBus } from '@tuma/platform/ports'
import { parkedHandlers } from '@tuma/platform/runtime'
import { type DayRow, quietDay } from './domain/days-view.ts'

export const revenueHandlers = (days: Collection<DayRow>, bus: MessageBus, group: string) => {
  const contract = implement(revenueContract)
  const { parked, replay } = parkedHandlers(bus, [group])
  return contract.router({
    days: contract.days.handler(({ input: { from, to } }) =>
      Promise.all(daysBetween(from, to).map(async (day) => (await days.get(day)) ?? quietDay(day))),
    ),
    parked: contract.parked.handler(parked),
    replay: contract.replay.handler(replay),
  })
}
