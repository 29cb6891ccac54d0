import { deliveryEvents } from '@tuma/contracts/events'
import type { DeliveryClient } from '@tuma/contracts/services'
import { displayPhone, isMobile, type Language } from '@tuma/contracts/vocabulary'
import type { Reaction } from '@tuma/platform/event-sourcing'
import type { Message } from '@tuma/platform/ports'
import type { Languages } from '../languages.ts'
import { smsTexts } from '../render-message/texts.ts'
import { smsTextsInSwahili } from '../render-message/texts-swahili.ts'
import type { EnqueueNotice, NotifyParties } from './parcel-notices.ts'
import { told } from './reactions.ts'

/**
 * A receiver has a new phone: it gets an SMS with the present code, and the old phone gets one too. No later answer about
 * the parcel has the old phone, so its words are stored at once, sealed with the receiver's key.
 */
export const phoneReactions = (deps: {
  readonly delivery: Pick<DeliveryClient, 'parties' | 'formerPhone'>
  readonly languages: Pick<Languages, 'of'>
  readonly suppose: (phones: readonly string[], language: Language, because: Message) => Promise<void>
  readonly notifyParties: NotifyParties
  readonly enqueueNotice: EnqueueNotice
  /** Where questions go, in local form; empty where there is none. */
  readonly contactPhone: string
}): Reaction[] => {
  const { delivery, languages, suppose, notifyParties, enqueueNotice, contactPhone } = deps
  const tellFormer = async (deliveryId: string, generation: number, trackingId: string, message: Message) => {
    const { phone } = await delivery.formerPhone({ deliveryId, generation })
    if (phone === null || !isMobile(phone)) return
    const texts = (await languages.of(phone)) === 'sw' ? smsTextsInSwahili : smsTexts
    const text = texts.numberChanged({ trackingId, trackingLink: '', where: '', contactPhone })
    const letter = { to: displayPhone(phone), subject: null, text, replyTo: null }
    const kind = {
      channel: 'sms',
      language: 'en',
      role: 'receiver',
      template: 'numberChanged',
      purse: 'known',
    } as const
    const recipient = { personId: `${deliveryId}:receiver`, ...letter }
    await enqueueNotice({ occasion: `${message.id} former`, ...kind, about: deliveryId, recipient }, message)
  }
  return [
    told(deliveryEvents.receiverPhoneChanged, async ({ deliveryId, generation }, message) => {
      const parcel = await delivery.parties({ deliveryId })
      if (!parcel) return
      await tellFormer(deliveryId, generation, parcel.trackingId, message)
      await suppose([parcel.receiver.phone], await languages.of(parcel.sender.phone), message)
      await notifyParties(message, deliveryId, message.id, [{ role: 'receiver', template: 'numberGiven' }])
    }),
  ]
}
