import type { ParcelMessages } from '@tuma/contracts/api'
import { maskPhone, normalisePhone, type PartyRole, Refused } from '@tuma/contracts/vocabulary'
import type { Dependencies, Services } from '../dependencies.ts'

type Told = Awaited<ReturnType<Services['notification']['messagesAbout']>>['rows'][number]
type Happened = NonNullable<Awaited<ReturnType<Services['delivery']['history']>>>[number]

export const parcelMessageCalls = ({ api, services: { delivery, notification }, toCommandContext }: Dependencies) => ({
  list: api.parcelMessages.list.handler(async ({ input: { id: deliveryId } }): Promise<ParcelMessages> => {
    const [history, { rows, left }] = await Promise.all([
      delivery.history({ deliveryId }),
      notification.messagesAbout({ deliveryId }),
    ])
    if (!history) throw new Refused('not_found')
    return { rows: rows.flatMap((row) => toShown(row, history)), left }
  }),
  sendAgain: api.parcelMessages.sendAgain.handler(async ({ input, context }) => {
    const { id: deliveryId, messageId } = input
    return notification.sendMessageAgain({ asked: toCommandContext(context, input), deliveryId, messageId })
  }),
})

/** Empty where its person is erased. */
const toShown = (row: Told, history: readonly Happened[]): ParcelMessages['rows'] => {
  const { messageId: _id, channel, template, role: to, createdAt: at, state, reason, canSendAgain } = row
  const phone = phoneAt(row, history)
  if (phone === null) return []
  const shown = { _id, channel, template, to, at, state, reason, canSendAgain }
  return [{ ...shown, phone: channel === 'email' ? null : maskPhone(phone) }]
}

/**
 * The phone (254…) that the person had at that time, which a later one may have replaced; null where they are erased.
 */
const phoneAt = ({ role, createdAt, toFormerPhone }: Told, history: readonly Happened[]): string | null => {
  const phones = history
    .filter(({ at }) => at <= createdAt)
    .flatMap(({ type, details }) => phoneIn(type, details, role))
  return normalisePhone(phones.at(toFormerPhone ? -2 : -1) ?? '')
}

const phoneIn = (type: string, details: Readonly<Record<string, string>>, role: PartyRole): string[] => {
  if (type === 'DeliveryRequested') return [(role === 'sender' ? details.senderPhone : details.receiverPhone) ?? '']
  return type === 'ReceiverPhoneChanged' && role === 'receiver' ? [details.newPhone ?? ''] : []
}
