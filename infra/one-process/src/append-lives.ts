import { randomUUID } from 'node:crypto'
import { storedEvents as ofDelivery } from '@tuma/delivery/stored-events'
import { storedEvents as ofIdentity } from '@tuma/identity/stored-events'
import { storedEvents as ofPayment } from '@tuma/payment/stored-events'
import {
  type AnyView,
  type DomainEvent,
  eventCodec,
  keyedHash,
  openStreams,
  type StoredEventTypes,
} from '@tuma/platform/event-sourcing'
import type { EngineHouse } from '@tuma/platform/ports'
import { storedEvents as ofRevenue } from '@tuma/revenue/stored-events'
import type { Decided } from './lives.ts'
import { keptBy } from './read-models.ts'
import type { SecretFor } from './secret-key.ts'

type Service = Decided['service']
const stored = { identity: ofIdentity, payment: ofPayment, delivery: ofDelivery, revenue: ofRevenue }
const services = Object.keys(stored) as Service[]

/** Who follows a store beside its read models: told that they have seen all of it, as in a house that is at rest. */
const otherFollowers: Readonly<Record<Service, readonly string[]>> = {
  identity: ['publisher-identity', 'identity aftermath'],
  payment: [],
  delivery: ['publisher-delivery', 'delivery erasures'],
  revenue: [],
}

/**
 * The stores of a product that does not run, to which decided streams are appended as they are: sealed and checked as
 * commands do it, shown by the same read models, and told to nobody. `append` answers when all of them stand there and the
 * read models show what stood there before: so one batch is written while another is followed.
 * @throws whatever a read model can't take
 */
export const openAppending = async (engines: EngineHouse, secretFor: SecretFor) => {
  const opened = new Map(
    await Promise.all(
      services.map(async (service) => [service, await openStore(engines, service, secretFor)] as const),
    ),
  )
  const storeOf = (service: Service) => opened.get(service) as Awaited<ReturnType<typeof openStore>>
  const shown = async (): Promise<void> => {
    for (const { streams, faults } of opened.values()) {
      await streams.projector.caughtUp()
      if (faults.length > 0) throw faults[0]
    }
  }

  return {
    async append(lives: readonly Decided[]): Promise<void> {
      const before = shown()
      await Promise.all(lives.map((life) => storeOf(life.service).append(life)))
      await before
    },
    async close(): Promise<void> {
      await shown()
      for (const [service, { streams }] of opened) {
        await streams.close()
        const { documents, events } = engines.of(service)
        const position = await events.head()
        if (position !== null)
          await documents.write(
            [],
            otherFollowers[service].map((name) => ({ name, position })),
          )
      }
    },
  }
}

const openStore = async (house: EngineHouse, service: Service, secretFor: SecretFor) => {
  const engines = house.of(service)
  const types = stored[service] as unknown as StoredEventTypes<DomainEvent>
  const { readModels, formerlyJoint } = keptBy[service] as (typeof keptBy)[string]
  const faults: unknown[] = []
  const streams = await openStreams<DomainEvent>({
    ...{ service, engines, types, formerlyJoint },
    views: readModels as readonly AnyView<DomainEvent>[],
    hash: keyedHash(secretFor(service)),
    onFault: (error) => faults.push(error),
  })
  const codec = eventCodec(types, streams.keys)
  return {
    streams,
    faults,
    async append({ stream, events }: Decided): Promise<void> {
      const encoded = await Promise.all(
        events.map(({ event, metadata }) => codec.encode(randomUUID(), event, metadata)),
      )
      await streams.store.append(stream, encoded, 'no-stream')
    },
  }
}
