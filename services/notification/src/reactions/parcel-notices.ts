import type { DeliveryClient } from '@tuma/contracts/services'
import { isMobile } from '@tuma/contracts/vocabulary'
import type { Message } from '@tuma/platform/ports'
import { type MessageEvent, unwritten } from '../domain/message.ts'
import type { Purse } from '../domain/purses.ts'
import type { SmsTemplate } from '../render-message/texts.ts'

/** A message, its recipient, and its occasion: each occasion has one message to a person. */
export type Notice = Extract<MessageEvent, { type: 'MessageComposed' }>['data'] & { readonly occasion: string }
export type EnqueueNotice = (notice: Notice, because: Message) => Promise<void>

export type Addressee = {
  readonly role: 'sender' | 'receiver'
  readonly template: SmsTemplate
  /** The sender's account, where the event has it. */
  readonly ownerId?: string | null | undefined
  readonly held?: string | undefined
  /** Until staff have the parcel in hand; `known` where nothing is given. */
  readonly purse?: Purse
}
/** Composes an SMS about a parcel to each of them who has a mobile. */
export type NotifyParties = (
  because: Message,
  deliveryId: string,
  occasion: string,
  addressees: readonly Addressee[],
) => Promise<void>

export const openNotifyParties =
  (delivery: Pick<DeliveryClient, 'parties'>, enqueueNotice: EnqueueNotice): NotifyParties =>
  async (because, deliveryId, occasion, addressees) => {
    const parcel = await delivery.parties({ deliveryId })
    if (!parcel) return
    const kind = { channel: 'sms', language: 'en', about: deliveryId } as const
    const getPersonId = ({ role, ownerId }: Addressee) =>
      (role === 'sender' ? (ownerId ?? parcel.ownerId) : null) ?? `${deliveryId}:${role}`
    const reachable = addressees.filter(({ role }) => isMobile(parcel[role].phone))
    const telling = reachable.map((addressee) => {
      const { role, template, held, purse = 'known' } = addressee
      return enqueueNotice(
        { occasion, ...kind, role, template, held, purse, recipient: unwritten(getPersonId(addressee)) },
        because,
      )
    })
    await Promise.all(telling)
  }
