import { deliveryEvents, type Heard, identityEvents, unknownWord } from '@tuma/contracts/events'
import type { DeliveryClient, IdentityClient } from '@tuma/contracts/services'
import {
  type CounterHow,
  type DeliveryStatus,
  type DeliveryType,
  type Language,
  notHandedIn,
} from '@tuma/contracts/vocabulary'
import { type HeardType, on, type PersonalKeys, type Reaction } from '@tuma/platform/event-sourcing'
import type { Message } from '@tuma/platform/ports'
import type * as z from 'zod/mini'
import { aboutLink, unwritten } from '../domain/message.ts'
import { doneAloneMail } from '../render-message/office-mail.ts'
import { isTaken } from '../render-message/render-message.ts'
import type { SmsTemplate } from '../render-message/texts.ts'
import type { EnqueueNotice, NotifyParties } from './parcel-notices.ts'

/** A demonstration sets up its network without messages. */
export const told = <Heard extends z.ZodMiniType>(
  published: HeardType<Heard>,
  react: (data: z.output<Heard>, message: Message) => Promise<void>,
): Reaction =>
  on(published, async (data, message) => {
    if (message.headers.origin !== 'seed') await react(data, message)
  })

/** The template for the receiver at each status; null for no message, also for an unknown kind. */
const receiverTextAt = (status: DeliveryStatus, deliveryType: Heard<DeliveryType>): SmsTemplate | null => {
  switch (status) {
    case 'inTransit':
      return 'inTransit'
    case 'delivered':
      if (deliveryType === unknownWord) return null
      return deliveryType === 'doorstep' ? 'deliveredToDoorstep' : 'waitingAtShop'
    case 'collected':
      return 'collected'
    case 'dropping':
    case 'uncollected':
    case 'sorting':
      return null
  }
}

const byMpesa: readonly string[] = ['prompt', 'till'] satisfies CounterHow[]
/** @param how a word of the counter, or of a later release */
const takenInBy = (how: string) => (byMpesa.includes(how) ? 'takenInByMpesa' : 'takenIn')

/** SMS about a parcel. */
export const deliveryReactions = (
  delivery: Pick<DeliveryClient, 'parties'>,
  notifyParties: NotifyParties,
  /** Releases what was held about this parcel, because staff have it in hand. */
  release: (deliveryId: string, because: Message) => Promise<void>,
  /** Both people get the sender's language, unless they have chosen one. */
  suppose: (phones: readonly string[], language: Language, because: Message) => Promise<void>,
): Reaction[] => {
  const supposeFor = async (deliveryId: string, language: Language, because: Message) => {
    const parcel = await delivery.parties({ deliveryId })
    if (parcel) await suppose([parcel.sender.phone, parcel.receiver.phone], language, because)
  }

  return [
    told(deliveryEvents.requested, async ({ deliveryId, ownerId, held, counter, language }, message) => {
      if (language !== undefined && language !== unknownWord) await supposeFor(deliveryId, language, message)
      const ofForm = held?.receiver === notHandedIn ? 'strangers' : 'known'
      // An agent has it in hand, so no stranger made it up.
      const purse = counter ? 'handled' : ofForm
      const template = counter ? takenInBy(counter.how) : 'requestedToSender'
      await notifyParties(message, deliveryId, message.id, [
        { role: 'sender', template, ownerId, held: held?.sender ?? undefined, purse },
        { role: 'receiver', template: 'requestedToReceiver', held: held?.receiver ?? undefined, purse },
      ])
    }),
    told(deliveryEvents.cancelled, async ({ deliveryId, cashBack = 0 }, message) => {
      const template = cashBack > 0 ? 'cancelledPaidBack' : 'cancelled'
      await notifyParties(message, deliveryId, message.id, [{ role: 'sender', template, purse: 'handled' }])
    }),
    told(deliveryEvents.statusChanged, async ({ deliveryId, deliveryType, to, passing = false }, message) => {
      await release(deliveryId, message)
      // It went on in the same moment, so the message is about that step.
      if (to === unknownWord || passing) return
      const template = receiverTextAt(to, deliveryType)
      // The status is the occasion, not the event, because an admin may move a parcel back and forth.
      if (template) await notifyParties(message, deliveryId, `${deliveryId} ${to}`, [{ role: 'receiver', template }])
    }),
    // Its leg then, not now: it may have turned round since, and handling this event again must compose the same message.
    told(deliveryEvents.codeIssued, async ({ deliveryId, leg }, message) => {
      const toSender = { role: 'sender', template: 'newCodeToSender' } as const
      const toReceiver = { role: 'receiver', template: 'newCode' } as const
      await notifyParties(message, deliveryId, message.id, [leg === 'back' ? toSender : toReceiver])
    }),
    told(deliveryEvents.collectedWithoutCode, ({ deliveryId, ownerId }, message) =>
      notifyParties(message, deliveryId, `${deliveryId} collected without code`, [
        { role: 'sender', template: 'collectedWithoutCode', ownerId },
      ]),
    ),
    told(deliveryEvents.assigned, ({ deliveryId }, message) => release(deliveryId, message)),
  ]
}

/** Emails with a link. */
export const identityReactions = (
  identity: Pick<IdentityClient, 'linkMail'>,
  enqueueNotice: EnqueueNotice,
): Reaction[] => [
  told(identityEvents.linkRequested, async ({ accountId, linkId }, message) => {
    const mail = await identity.linkMail({ accountId, linkId, tellsOwner: true })
    if (!mail) return
    const about = { occasion: message.id, role: 'account', about: aboutLink(accountId, linkId) } as const
    const kind = { channel: 'email', language: 'en', recipient: unwritten(accountId) } as const
    const template = isTaken(mail) ? 'addressTaken' : mail.purpose
    await enqueueNotice({ ...about, ...kind, template, purse: mail.isProven ? null : 'unknownAddresses' }, message)
    if (!mail.formerEmail) return
    const former = { occasion: `${message.id} former`, template: 'emailChangeAsked', purse: null } as const
    await enqueueNotice({ ...about, ...kind, ...former }, message)
  }),
]

/** To ourselves: what an admin did without a second admin. */
export const officeReactions = (
  office: { readonly to: string; readonly site: string },
  enqueueNotice: EnqueueNotice,
): Reaction[] => [
  told(identityEvents.doneAlone, ({ approvalId, ...done }, message) => {
    const recipient = { personId: approvalId, to: office.to, ...doneAloneMail({ ...done, site: office.site }) }
    const kind = { channel: 'email', template: 'doneAlone', role: 'support', language: 'en', purse: null } as const
    return enqueueNotice({ ...kind, occasion: message.id, about: approvalId, recipient }, message)
  }),
]

/** Our messages to a deleted account, or to a person erased from a parcel: they are in older events, under their key. */
export const erasing = (keys: Pick<PersonalKeys, 'destroy'>): Reaction[] => [
  on(deliveryEvents.accountParcelsEnded, ({ accountId }) => keys.destroy([accountId])),
  on(deliveryEvents.personErased, async ({ deliveryId, role }) => {
    if (role !== unknownWord) await keys.destroy([`${deliveryId}:${role}`])
  }),
]
