import { deliveryEvents, paymentEvents } from '@tuma/contracts/events'
import type { IdentityClient } from '@tuma/contracts/services'
import { openStreams, type Reaction, reactor } from '@tuma/platform/event-sourcing'
import type { Engines } from '@tuma/platform/ports'
import type { Environment, Log, Service } from '@tuma/platform/runtime'
import { auditChecks } from './domain/audit-checks.ts'
import type { BookEvent } from './domain/books-views.ts'
import { daysView } from './domain/days-view.ts'
import { shopDaysView } from './domain/shop-days-view.ts'
import { revenueHandlers } from './handlers.ts'
import { openPayTos } from './pay-to.ts'
import { openPayees } from './payees.ts'
import { finishingPayouts, type OutgoingReceipts } from './paying-out.ts'
import { openProcessManager } from './process-manager.ts'
import { announceRevenue } from './published-events.ts'
import { reactions } from './reactions.ts'
import { readModels } from './read-models.ts'
import type { RevenueSettings } from './settings.ts'
import { openSnapshotCaches } from './snapshot-cache.ts'
import { storedEvents } from './stored-events.ts'

export { readModels } from './read-models.ts'
export { type RevenueSettings, revenueSettings } from './settings.ts'

const group = 'revenue'

export const createRevenue = async (options: {
  readonly engines: Engines
  readonly settings: RevenueSettings
  readonly environment: Environment
  readonly log: Log
  readonly identity: Pick<IdentityClient, 'registeredAs'>
  readonly payment: OutgoingReceipts
}): Promise<Service> => {
  const { engines, settings, environment, log, identity, payment } = options
  const streams = await openStreams<BookEvent>({
    service: 'revenue',
    engines,
    randomBytes: environment.randomBytes,
    now: environment.now,
    types: storedEvents,
    views: readModels,
    announce: announceRevenue,
    checks: auditChecks,
    onFault: (error) => log.error({ err: error }, 'revenue can not follow its own events'),
  })

  const days = await streams.readModel(daysView)
  const shopDays = await streams.readModel(shopDaysView)
  const { PAYEE_WAIT_HOURS: waitHours } = settings
  const payTos = openPayTos({ streams, identity, waitHours, now: environment.now })
  const payees = await openPayees({
    ...{ streams, payTos, now: environment.now },
    onFault: (error) => log.error({ err: error }, 'revenue can not forget who left'),
  })
  const snapshots = openSnapshotCaches()
  const { now } = environment
  const finishPayout = finishingPayouts({ streams, snapshots, payment, payTos, now })
  const { ofDelivery, ofPayment } = reactions({ streams, payees, finishPayout, group, now })
  const listenTo = (topic: string, reactions: readonly Reaction[]) =>
    reactor({ bus: engines.bus, group, topic, reactions })
  const listening = [
    listenTo(deliveryEvents.requested.topic, ofDelivery),
    listenTo(paymentEvents.seen.topic, ofPayment),
  ]
  const onFault = (error: unknown) => log.error({ err: error }, 'revenue can not pass on what it has booked')
  const passing = openProcessManager({ engines, streams, snapshots, now: environment.now, onFault })
  const { bus } = engines

  return {
    router: await revenueHandlers({
      days,
      shopDays,
      streams,
      snapshots,
      payees,
      payTos,
      payment,
      settings,
      bus,
      listening,
      now: environment.now,
    }),
    followers: [...streams.followers, passing],
    listening,
    async close() {
      await Promise.all(listening.map((consumer) => consumer.close()))
      await passing.close()
      await payees.close()
      await streams.close()
    },
  }
}
