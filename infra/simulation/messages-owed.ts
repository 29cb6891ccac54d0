import { type Fact, groupedBy } from './facts.ts'
import type { Left } from './invariants.ts'
import { begunAs, onlyOf, parcelsOf, statusAfter, streamsOf } from './parcel-lives.ts'

export const messagesOwed = ({ facts, carried }: Left): string[] => {
  const messages = [...streamsOf(facts, 'notification', 'message').values()]
  const composed = groupedBy(messages, ([first]) => `${first?.data.about} ${first?.data.template}`)
  const count = (about: string, template: string) => composed.get(`${about} ${template}`)?.length ?? 0
  const ofParcels = parcelsOf(facts).flatMap((past) => {
    const { deliveryId, deliveryType } = begunAs(past)
    const requests = onlyOf(past, 'DeliveryRequested').length
    const reached = new Set(
      past.map(({ type, data }) => statusAfter[type] ?? (type === 'StatusOverridden' ? data.to : '')),
    )
    const wasDeleted = past.some(({ type }) => type === 'DeliveryDeleted')
    const texts: [string, number][] = [
      ['requestedToSender', requests],
      ['requestedToReceiver', requests],
      ['inTransit', Number(reached.has('inTransit'))],
      [deliveryType === 'doorstep' ? 'deliveredToDoorstep' : 'waitingAtShop', Number(reached.has('delivered'))],
      ['collected', Number(reached.has('collected'))],
    ]
    return texts.flatMap(([template, owed]) => {
      const has = count(deliveryId, template)
      // Of a parcel that is gone nobody need be told any more.
      return has === owed || (wasDeleted && has < owed) ? [] : [`${deliveryId} ${template}: ${has} of ${owed}`]
    })
  })
  const ofLinks = onlyOf(facts.events, 'LinkIssued').flatMap(({ data }) => {
    const has = messages.filter(([first]) => first?.data.about === `${data.accountId} ${data.linkId}`).length
    return has === 1 ? [] : [`link ${data.linkId}: ${has} mails`]
  })
  const goneUntil = new Map(parcelsOf(facts).map((past) => [begunAs(past).deliveryId, lastGoneUntil(past)]))
  const taken = groupedBy(carried, ({ messageId }) => messageId)
  const notSent = messages.flatMap((past) => {
    const messageId = String(past[0]?.stream.slice('message-'.length))
    const [sent, given] = [onlyOf(past, 'MessageSent').length, taken.get(messageId) ?? []]
    const lives = new Set(given.map(({ life }) => life))
    if (sent > 1 || lives.size !== given.length) return [`message ${messageId} was sent ${given.length} times`]
    if (sent === 1 && given.length === 0) return [`message ${messageId} is said to be sent and was not`]
    const [first] = past
    const isOfGone = first && first.at < (goneUntil.get(first.data.about) ?? '')
    if (sent === 0 && !isOfGone) return [`message ${messageId} was not sent: ${past.at(-1)?.type}`]
    return []
  })
  const unknown = [...taken.keys()].filter((id) => !messages.some(([first]) => first?.stream === `message-${id}`))
  return [...ofParcels, ...ofLinks, ...notSent, ...unknown.map((id) => `message ${id} was sent and never composed`)]
}

/** Until when nobody need be told of a parcel: where it was asked for anew after it was deleted, or its end. */
const lastGoneUntil = (past: readonly Fact[]): string => {
  const deleted = past.findLastIndex(({ type }) => type === 'DeliveryDeleted')
  if (deleted === -1) return ''
  return past[deleted + 1]?.at ?? '9999'
}
