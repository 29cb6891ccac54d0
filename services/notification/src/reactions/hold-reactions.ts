import { deliveryEvents } from '@tuma/contracts/events'
import type { DeliveryClient } from '@tuma/contracts/services'
import { type Reaction, type Streams, unlessDamaged } from '@tuma/platform/event-sourcing'
import { type Collection, everyDocument } from '@tuma/platform/ports'
import { messageStream } from '../domain/message.ts'
import { type MessageRow, messagesView } from '../domain/message-views.ts'
import { saysItMoves } from '../render-message/parcel-message.ts'
import type { NotificationEvent } from '../stored-events.ts'
import type { NotifyParties } from './parcel-notices.ts'
import { told } from './reactions.ts'

const view = messagesView.collection.name
const patienceMs = 1000

/** A receiver whose last SMS said that the parcel is on hold gets one SMS when they can collect it. Others get none. */
export const holdReactions = (deps: {
  readonly delivery: Pick<DeliveryClient, 'parties'>
  readonly streams: Pick<Streams<NotificationEvent>, 'read' | 'projector'>
  readonly messages: Collection<MessageRow>
  readonly notifyParties: NotifyParties
}): Reaction[] => {
  const { delivery, streams, messages, notifyParties } = deps

  /** The last SMS about the parcel's place, if it said that the parcel is on hold. */
  const toldOnHold = async (deliveryId: string): Promise<string | null> => {
    await streams.projector.caughtUp({ view, patienceMs })
    for await (const { messageId, template } of everyDocument(messages, { where: { about: deliveryId } })) {
      if (template === null || !saysItMoves.includes(template)) continue
      const past = await unlessDamaged(streams.read(messageStream(messageId)), [])
      const sent = past.find(({ type }) => type === 'MessageSent')
      return sent?.type === 'MessageSent' && sent.data.saidOnHold ? messageId : null
    }
    return null
  }

  return [
    told(deliveryEvents.held, async ({ deliveryId, holds }, message) => {
      if (holds.length > 0) return
      const parcel = await delivery.parties({ deliveryId })
      if (!parcel?.waiting || parcel.held || parcel.leg === 'back') return
      const messageId = await toldOnHold(deliveryId)
      if (messageId === null) return
      await notifyParties(message, deliveryId, `${messageId} released`, [{ role: 'receiver', template: 'offHold' }])
    }),
  ]
}
