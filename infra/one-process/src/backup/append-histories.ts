import { randomUUID } from 'node:crypto'
import { setImmediate as turn } from 'node:timers/promises'
import { storedEvents as ofDelivery } from '@tuma/delivery/stored-events'
import { storedEvents as ofIdentity } from '@tuma/identity/stored-events'
import { storedEvents as ofPayment } from '@tuma/payment/stored-events'
import {
  type AnyView,
  type DomainEvent,
  keyedHash,
  openStreams,
  type StoredEventTypes,
} from '@tuma/platform/event-sourcing'
import type { Engines, EventToAppend, ProcessEngines } from '@tuma/platform/ports'
import { storedEvents as ofRevenue } from '@tuma/revenue/stored-events'
import { keptBy } from '../read-models.ts'
import type { SecretFor } from '../secret-key.ts'
import type { Decided } from './delivery-histories.ts'

type Service = Decided['service']
const stored = { identity: ofIdentity, payment: ofPayment, delivery: ofDelivery, revenue: ofRevenue }
const services = Object.keys(stored) as Service[]

/**
 * Consumers of each store beside its read models. `close` sets their position to the last event, as in a product at
 * rest.
 */
const otherFollowers: Readonly<Record<Service, readonly string[]>> = {
  identity: ['publisher-identity', 'identity aftermath'],
  payment: ['publisher-payment', 'payment callbacks', 'payment statements', 'payment topping up', 'payment refunds'],
  delivery: ['publisher-delivery', 'delivery erasures'],
  revenue: ['publisher-revenue', 'revenue passing on'],
}

/** The services that follow the topic of each service. */
const listeners: Readonly<Record<Service, readonly string[]>> = {
  identity: ['delivery', 'notification'],
  payment: ['delivery', 'revenue', 'notification'],
  delivery: ['identity', 'payment', 'revenue', 'notification'],
  revenue: ['delivery', 'notification'],
}

/** After this many streams other work gets its turn, so that the appends of the earlier batch reach the database. */
const sealedInATurn = 50

/**
 * Appends decided streams to the stores of a stopped product: sealed and checked as commands do it, shown by the same
 * read models in the same commit, and sent to no other service. `append` resolves when its streams are sealed and those
 * of the call before are stored and shown, so one batch is written while the next is decided and sealed.
 * @throws any error of a read model or of an append, from the next `append` or from `close`
 */
export const openHistoryAppender = async (engines: ProcessEngines, secretFor: SecretFor) => {
  const opened = new Map(
    await Promise.all(
      services.map(async (service) => [service, await openStore(engines, service, secretFor)] as const),
    ),
  )
  const getStore = (service: Service) => opened.get(service) as Awaited<ReturnType<typeof openStore>>
  const shown = async (): Promise<void> => {
    for (const { streams, faults } of opened.values()) {
      await streams.projector.caughtUp()
      if (faults.length > 0) throw faults[0]
    }
  }
  const sealed = async (histories: Iterable<Decided>): Promise<(() => Promise<unknown>)[]> => {
    const appends: (() => Promise<unknown>)[] = []
    for (const history of histories) {
      appends.push(await getStore(history.service).sealed(history))
      if (appends.length % sealedInATurn === 0) await turn()
    }
    return appends
  }
  let standing = shown()

  return {
    /** @param histories may be decided while they are iterated */
    async append(histories: Iterable<Decided>): Promise<void> {
      const appends = await sealed(histories)
      await standing
      standing = Promise.all(appends.map((append) => append())).then(shown)
      // The next `append` or `close` throws this error.
      standing.catch(() => undefined)
    },
    async close(): Promise<void> {
      await standing
      for (const [service, { streams }] of opened) {
        await streams.close()
        const { documents, events } = engines.of(service)
        const position = await events.head()
        if (position !== null)
          await documents.write(
            [],
            otherFollowers[service].map((name) => ({ name, position })),
          )
        if (position !== null) await passOver(engines.of(service), service, position)
      }
    },
  }
}

/**
 * A bus that stores no messages has no positions to set. Each group gets one message at the position of the last event,
 * and takes the earlier ones for handled.
 */
const passOver = async ({ bus }: Engines, service: Service, position: number): Promise<void> => {
  if (!bus.serve) return
  const message = { id: 'filled', key: 'filled', type: 'filled', version: 1, data: null, headers: {} }
  const page = { messages: [{ message, position, recordedAt: 0 }], through: position, eventCount: 1 }
  const served = bus.serve(service, {
    head: async () => position,
    read: async (after) => (after === position ? null : page),
  })
  await served.startAfter()
  for (const group of listeners[service]) {
    if ((await bus.lag(service, group)) === 0) continue
    const told = Promise.withResolvers<void>()
    const consumer = bus.consume({ topic: service, group, onMessage: async () => told.resolve() })
    await told.promise
    await consumer.close()
  }
  await served.close()
}

/** More than the events of a batch, so that no read model has to open sealed events. */
const remembers = 10_000

const openStore = async (product: ProcessEngines, service: Service, secretFor: SecretFor) => {
  const engines = product.of(service)
  const types = stored[service] as unknown as StoredEventTypes<DomainEvent>
  const { readModels } = keptBy[service] as (typeof keptBy)[string]
  const faults: unknown[] = []
  const streams = await openStreams<DomainEvent>({
    ...{ service, engines, types, remembers },
    views: readModels as readonly AnyView<DomainEvent>[],
    hash: keyedHash(secretFor(service)),
    onFault: (error) => faults.push(error),
  })
  return {
    streams,
    faults,
    /** @returns the function that appends the stream */
    async sealed({ stream, events }: Decided): Promise<() => Promise<unknown>> {
      const toAppend: EventToAppend[] = []
      for (const { event, metadata } of events) toAppend.push(await streams.sealed(randomUUID(), event, metadata))
      return () => streams.store.append(stream, toAppend, 'no-stream')
    },
  }
}
