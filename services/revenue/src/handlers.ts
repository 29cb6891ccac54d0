import { implement } from '@orpc/server'
import { revenueContract } from '@tuma/contracts/services'
import { daysBetween } from '@tuma/contracts/vocabulary'
import type { Projector } from '@tuma/platform/event-sourcing'
import type { Collection, MessageBus } from '@tuma/platform/ports'
import { parkedHandlers } from '@tuma/platform/runtime'
import { type DayRow, quietDay } from './domain/days-view.ts'

export const revenueHandlers = (house: {
  readonly days: Collection<DayRow>
  readonly projector: Projector
  readonly bus: MessageBus
  /** As which this service listens. */
  readonly group: string
}) => {
  const { days, projector, bus, group } = house
  const contract = implement(revenueContract)
  const { parked, replay } = parkedHandlers(bus, [group])
  return contract.router({
    days: contract.days.handler(({ input: { from, to } }) =>
      Promise.all(daysBetween(from, to).map(async (day) => (await days.get(day)) ?? quietDay(day))),
    ),
    parked: contract.parked.handler(parked),
    replay: contract.replay.handler(replay),
    behind: contract.behind.handler(() => projector.behind()),
  })
}
