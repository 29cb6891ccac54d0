import { deliveryEvents } from '@tuma/contracts/events'
import { on, openStreams, reactionMetadata, reactor } from '@tuma/platform/event-sourcing'
import type { Engines } from '@tuma/platform/ports'
import type { Log, Service, Surroundings } from '@tuma/platform/runtime'
import { type PaymentEvent, paymentStream } from './domain/payment.ts'
import { payment } from './domain/payment-decisions.ts'
import { paymentsView } from './domain/payment-views.ts'
import { paymentHandlers } from './handlers.ts'
import { formerlyJoint, readModels } from './read-models.ts'
import type { PaymentSettings } from './settings.ts'
import { storedEvents } from './stored-events.ts'

export { formerlyJoint, readModels } from './read-models.ts'
export { type PaymentSettings, paymentSettings } from './settings.ts'

const group = 'payment'

export const createPayment = async (options: {
  readonly engines: Engines
  readonly settings: PaymentSettings
  readonly surroundings: Surroundings
  readonly log: Log
}): Promise<Service> => {
  const { engines, settings, surroundings, log } = options
  const streams = await openStreams<PaymentEvent>({
    service: 'payment',
    engines,
    randomBytes: surroundings.randomBytes,
    now: surroundings.now,
    types: storedEvents,
    views: readModels,
    formerlyJoint,
    onFault: (error) => log.error({ err: error }, 'payment can not follow its own events'),
  })

  const payments = await streams.readModel(paymentsView)
  const handle = streams.recorderOf(payment)
  const consumer = reactor({
    bus: engines.bus,
    topic: deliveryEvents.requested.topic,
    group,
    reactions: [
      on(deliveryEvents.requested, async ({ deliveryId, paymentId, requestedAt }, message) => {
        if (paymentId === null) return
        await handle(
          paymentStream(paymentId),
          { type: 'UsePayment', deliveryId, at: requestedAt },
          reactionMetadata(group, message, surroundings.now()),
        )
      }),
      on(deliveryEvents.deleted, async ({ deliveryId, paymentId, freed, at }, message) => {
        if (paymentId === null || !freed) return
        await handle(
          paymentStream(paymentId),
          { type: 'ReleasePayment', deliveryId, at },
          reactionMetadata(group, message, surroundings.now()),
        )
      }),
      on(deliveryEvents.personErased, async ({ paymentId }) => {
        if (paymentId !== null) await streams.keys.destroy([paymentId])
      }),
      // Sealed for the account, or, where it was paid before signing in, for the payment.
      on(deliveryEvents.accountParcelsEnded, ({ accountId, paymentIds }) =>
        streams.keys.destroy([accountId, ...paymentIds]),
      ),
    ],
  })

  return {
    router: paymentHandlers({ streams, payments, engines, listening: [consumer], settings, surroundings }),
    followers: streams.followers,
    listening: [consumer],
    async close() {
      await consumer.close()
      await streams.close()
    },
  }
}
