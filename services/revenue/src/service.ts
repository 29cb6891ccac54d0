import { deliveryEvents, knownWord } from '@tuma/contracts/events'
import { eatDayOf } from '@tuma/contracts/vocabulary'
import { on, openStreams, reactionMetadata, reactor, unbegun } from '@tuma/platform/event-sourcing'
import type { Engines, Message } from '@tuma/platform/ports'
import type { Log, Service, Surroundings } from '@tuma/platform/runtime'
import { daysView } from './domain/days-view.ts'
import { type SaleEvent, sale, saleStream } from './domain/sale.ts'
import { shopDaysView } from './domain/shop-days-view.ts'
import { revenueHandlers } from './handlers.ts'
import { formerlyJoint, readModels } from './read-models.ts'
import { storedEvents } from './stored-events.ts'

export { formerlyJoint, readModels } from './read-models.ts'

const group = 'revenue'

export const createRevenue = async (options: {
  readonly engines: Engines
  readonly surroundings: Surroundings
  readonly log: Log
}): Promise<Service> => {
  const { engines, surroundings, log } = options
  const streams = await openStreams<SaleEvent>({
    service: 'revenue',
    engines,
    randomBytes: surroundings.randomBytes,
    now: surroundings.now,
    types: storedEvents,
    views: readModels,
    formerlyJoint,
    onFault: (error) => log.error({ err: error }, 'revenue can not follow its own events'),
  })

  const days = await streams.readModel(daysView)
  const shopDays = await streams.readModel(shopDaysView)
  const handle = streams.recorderOf(sale)
  const metadataOf = (message: Message) => reactionMetadata(group, message, surroundings.now())
  const consumer = reactor({
    bus: engines.bus,
    topic: deliveryEvents.requested.topic,
    group,
    reactions: [
      on(deliveryEvents.requested, async ({ deliveryId, deliveryType, requestedAt, senderShop = null }, message) => {
        const command = { deliveryType: knownWord(deliveryType), day: eatDayOf(requestedAt), shop: senderShop }
        await handle(saleStream(deliveryId), { type: 'CountDelivery', ...command }, metadataOf(message), unbegun(sale))
      }),
      on(deliveryEvents.paid, async ({ deliveryId, deliveryType, fee, paidAt }, message) => {
        const command = { deliveryType: knownWord(deliveryType), fee, day: eatDayOf(paidAt) }
        await handle(saleStream(deliveryId), { type: 'TakeFee', ...command }, metadataOf(message))
      }),
    ],
  })

  return {
    router: revenueHandlers({ days, shopDays, streams, bus: engines.bus, listening: [consumer] }),
    followers: streams.followers,
    listening: [consumer],
    async close() {
      await consumer.close()
      await streams.close()
    },
  }
}
