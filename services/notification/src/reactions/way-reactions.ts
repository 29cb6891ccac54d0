import { deliveryEvents, type Heard, unknownWord } from '@tuma/contracts/events'
import type { IdentityClient } from '@tuma/contracts/services'
import type { DeliveryStatus, ReturnReason } from '@tuma/contracts/vocabulary'
import type { Reaction } from '@tuma/platform/event-sourcing'
import { unwritten } from '../domain/message.ts'
import type { SmsTemplate } from '../render-message/texts.ts'
import type { EnqueueNotice, NotifyParties } from './parcel-notices.ts'
import { told } from './reactions.ts'

const whyItComesBack: Record<ReturnReason, SmsTemplate> = {
  waited: 'comesBackUnfetched',
  sender: 'comesBackAsDecided',
  office: 'comesBackByOffice',
}

/** The message to a sender when their parcel turns round: that they can collect it, where it is back already. */
const senderTextAt = (to: Heard<DeliveryStatus>, why: Heard<ReturnReason>): SmsTemplate => {
  if (to === 'delivered') return 'backAtShop'
  return why === unknownWord ? 'comesBackByOffice' : whyItComesBack[why]
}

/**
 * Messages about a parcel that was not collected, or goes back. The office calls about a lost one. On the way back, too, the
 * status is the occasion, not the event, because an admin may move a parcel back and forth.
 */
export const wayReactions = (
  identity: Pick<IdentityClient, 'mailAddress'>,
  notifyParties: NotifyParties,
  enqueueNotice: EnqueueNotice,
): Reaction[] => {
  const back = (deliveryId: string, to: Heard<DeliveryStatus>) =>
    `${deliveryId} back ${to === unknownWord ? 'somewhere' : to}`
  return [
    told(deliveryEvents.receiverReminded, ({ deliveryId }, message) =>
      notifyParties(message, deliveryId, message.id, [{ role: 'receiver', template: 'stillWaiting' }]),
    ),
    told(deliveryEvents.senderAsked, async ({ deliveryId, ownerId }, message) => {
      await notifyParties(message, deliveryId, message.id, [{ role: 'sender', template: 'senderAsked', ownerId }])
      if (ownerId === null || !(await identity.mailAddress({ accountId: ownerId }))) return
      const mail = {
        channel: 'email',
        template: 'senderAskedByMail',
        language: 'en',
        role: 'sender',
        purse: null,
      } as const
      const recipient = unwritten(ownerId)
      await enqueueNotice({ occasion: `${message.id} mail`, ...mail, about: deliveryId, recipient }, message)
    }),
    told(deliveryEvents.returnStarted, ({ deliveryId, ownerId, to, why }, message) =>
      notifyParties(message, deliveryId, back(deliveryId, to), [
        { role: 'receiver', template: 'goesBack' },
        { role: 'sender', template: senderTextAt(to, why), ownerId },
      ]),
    ),
    told(deliveryEvents.movedBack, async ({ deliveryId, to }, message) => {
      if (to !== 'delivered') return
      await notifyParties(message, deliveryId, back(deliveryId, to), [{ role: 'sender', template: 'backAtShop' }])
    }),
    told(deliveryEvents.returned, ({ deliveryId }, message) =>
      notifyParties(message, deliveryId, back(deliveryId, 'collected'), [{ role: 'sender', template: 'returned' }]),
    ),
  ]
}
