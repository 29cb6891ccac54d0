import { identityEvents, paymentEvents, revenueEvents } from '@tuma/contracts/events'
import { getTrace } from '@tuma/contracts/services'
import {
  type KeyedHash,
  keyedHash,
  metadataFrom,
  on,
  openStreams,
  type Reaction,
  reactionMetadata,
  reactor,
  type Streams,
} from '@tuma/platform/event-sourcing'
import type { Engines } from '@tuma/platform/ports'
import { type Environment, type Log, openGuards, type Service } from '@tuma/platform/runtime'
import { type Bookings, openBookings } from './bookings/bookings.ts'
import type { Dependencies, PaymentOfDelivery } from './dependencies.ts'
import { deletedView } from './domain/deleted-view.ts'
import { erasure, erasureStream } from './domain/people/erasure.ts'
import { deliveryRouter } from './handlers/router.ts'
import { openPhoneErasures } from './jobs/erase-phone.ts'
import { openErasures } from './jobs/erasures.ts'
import { openForgetting } from './jobs/forgetting.ts'
import { paymentReactions } from './jobs/payment-reactions.ts'
import { openPhoneEraser } from './jobs/phone-eraser.ts'
import { openRetention } from './jobs/retention.ts'
import { revenueReactions } from './jobs/revenue-reactions.ts'
import { summingTakings } from './jobs/summing-takings.ts'
import { openWaitingClock } from './jobs/waiting-clock.ts'
import { openAllDeliveries } from './lists/all-deliveries.ts'
import { openDeliveryLists } from './lists/delivery-lists.ts'
import { openKnownPeople } from './lists/known-people.ts'
import { openPeopleLists } from './lists/people-lists.ts'
import { openProblems } from './lists/problems.ts'
import { openPromises } from './lists/promises.ts'
import { openNetwork } from './network.ts'
import { openPhotos } from './photos.ts'
import { announced } from './published-events.ts'
import { readModels } from './read-models.ts'
import { type DeliverySettings, toWaitDays } from './settings.ts'
import { type StoredDomainEvent, storedEvents } from './stored-events.ts'

export { readModels } from './read-models.ts'
export { type DeliverySettings, deliverySettings } from './settings.ts'

/** Parcels from request to receipt, and the shops, prices and riders that they need. */
export const createDelivery = async ({
  engines,
  settings,
  environment,
  log,
  payment,
}: {
  readonly engines: Engines
  readonly settings: DeliverySettings
  readonly environment: Environment
  readonly log: Log
  /** Answers whether this payer has paid for a reference, and what was paid at the door. */
  readonly payment: PaymentOfDelivery
}): Promise<Service> => {
  const hash = keyedHash(settings.secret)
  const streams: Streams<StoredDomainEvent> = await openStreams<StoredDomainEvent>({
    service: 'delivery',
    engines,
    randomBytes: environment.randomBytes,
    now: environment.now,
    types: storedEvents,
    views: readModels,
    hash,
    announce: announced,
    sums: [summingTakings(() => streams)],
    onFault: (error) => log.error({ err: error }, 'delivery can not follow its own events'),
  })
  const { now } = environment
  const network = await openNetwork(streams)
  const buildMetadata = openMetadata(hash, environment)
  const bookings = await openBookings({ streams, payment, network, hash, environment, settings, buildMetadata, log })
  const backgroundJobs = await openBackgroundJobs({ engines, streams, settings, environment, log, hash, bookings })
  const { forgetting, phoneEraser, photos } = backgroundJobs
  const listenTo = (topic: string, reactions: readonly Reaction[]) =>
    reactor({ bus: engines.bus, group, topic, reactions })
  const ofPayment = paymentReactions({ streams, hash, group, days: toWaitDays(settings), now })
  const listening = [
    listenTo(identityEvents.accountDeleted.topic, [awaitingErasures(streams, now)]),
    listenTo(paymentEvents.doubted.topic, [...ofPayment, ...bookings.reactions]),
    listenTo(revenueEvents.paidOut.topic, await revenueReactions({ streams, group, now })),
  ]
  const promises = await openPromises(streams)
  const allDeliveries = await openAllDeliveries(streams, promises)
  const router = deliveryRouter({
    streams,
    forgetting,
    phoneErasures: await openPhoneErasures({ streams, forgetting, hash, buildMetadata, bookings, phoneEraser }),
    bus: engines.bus,
    listening,
    lists: await openDeliveryLists(streams),
    allDeliveries,
    promises,
    problems: await openProblems(streams, allDeliveries),
    deleted: await streams.readModel(deletedView),
    photos,
    people: await openPeopleLists(streams),
    known: await openKnownPeople(streams, hash),
    network,
    bookings,
    payment,
    hash,
    guards: backgroundJobs.guards,
    settings,
    environment,
    buildMetadata,
  })
  return {
    router,
    followers: [...streams.followers, backgroundJobs.erasures],
    listening,
    async close() {
      await Promise.all(listening.map((consumer) => consumer.close()))
      await bookings.close()
      await backgroundJobs.close()
      await streams.close()
    },
  }
}

const openMetadata =
  (hash: KeyedHash, { now }: Environment): Dependencies['buildMetadata'] =>
  ({ requestHash, ...asked }) =>
    metadataFrom(
      { ...asked, actor: getTrace(asked.actor), requestHash: requestHash && hash('request', requestHash) },
      now(),
    )

/**
 * Background work: erases people and data whose time is over, and looks after parcels that their receivers do not
 * collect.
 */
const openBackgroundJobs = async (deps: {
  readonly engines: Engines
  readonly streams: Streams<StoredDomainEvent>
  readonly settings: DeliverySettings
  readonly environment: Environment
  readonly log: Log
  readonly hash: KeyedHash
  readonly bookings: Bookings
}) => {
  const { engines, streams, settings, environment, log, hash, bookings } = deps
  const { now } = environment
  const failed = (what: string) => (error: unknown) => log.error({ err: error }, `delivery can not ${what}`)
  const photos = await openPhotos({ streams, documents: engines.documents })
  const forgetting = await openForgetting(streams, photos)
  const phoneEraser = await openPhoneEraser({ streams, forgetting })
  const erasures = await openErasures({
    engines,
    streams,
    phoneEraser,
    forgetting,
    bookings,
    now,
    onFault: failed('erase who is gone'),
  })
  const forget = { streams, forgetting, photos, settings, now, onFault: failed('forget whose time is over') }
  const retention = await openRetention(forget)
  const guards = await openGuards({
    ...{ documents: engines.documents, lease: streams.leaseFor('guards'), now, onFault: failed('sweep guesses') },
    hash: (text) => hash('guarded', text),
  })
  const clock = await openWaitingClock({ streams, settings, now, onFault: failed('look after parcels that wait') })
  return {
    erasures,
    forgetting,
    phoneEraser,
    photos,
    guards,
    async close() {
      await guards.close()
      await erasures.close()
      await retention.close()
      await clock.close()
    },
  }
}

const group = 'delivery'

const awaitingErasures = (streams: Streams<StoredDomainEvent>, now: () => string): Reaction => {
  const handle = streams.getHandler(erasure)
  return on(identityEvents.accountDeleted, async ({ accountId, at: deletedAt }, message) => {
    const command = { type: 'AwaitErasure', accountId, deletedAt } as const
    await handle(erasureStream(accountId), command, reactionMetadata(group, message, now()))
  })
}
