import { implement } from '@orpc/server'
import { revenueContract } from '@tuma/contracts/services'
import { daysBetween } from '@tuma/contracts/vocabulary'
import type { Listening, Streams } from '@tuma/platform/event-sourcing'
import type { Collection, MessageBus } from '@tuma/platform/ports'
import { parkedHandlers } from '@tuma/platform/runtime'
import { type DayRow, quietDay } from './domain/days-view.ts'

export const revenueHandlers = (house: {
  readonly days: Collection<DayRow>
  readonly streams: Pick<Streams<never>, 'projector' | 'damaged'>
  readonly bus: MessageBus
  /** To other services. */
  readonly listening: readonly Listening[]
}) => {
  const { days, streams, bus, listening } = house
  const contract = implement(revenueContract)
  const { parked, replay, lagging } = parkedHandlers(bus, listening)
  return contract.router({
    days: contract.days.handler(({ input: { from, to } }) =>
      Promise.all(daysBetween(from, to).map(async (day) => (await days.get(day)) ?? quietDay(day))),
    ),
    parked: contract.parked.handler(parked),
    replay: contract.replay.handler(replay),
    lagging: contract.lagging.handler(lagging),
    behind: contract.behind.handler(() => streams.projector.behind()),
    damaged: contract.damaged.handler(() => streams.damaged()),
  })
}
