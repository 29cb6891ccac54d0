import { type Fact, groupedBy } from './facts.ts'
import type { EndState } from './invariants.ts'
import { isRightlyLeft, wrongSending } from './message-sendings.ts'
import { getParcels, getRequestData, getStreams, selectOnly, statusAfter } from './parcel-histories.ts'

export const messagesOwed = (end: EndState): string[] => {
  const { facts, sentMessages } = end
  const messages = [...getStreams(facts, 'notification', 'message').values()]
  const composed = groupedBy(messages, ([first]) => `${first?.data.about} ${first?.data.template}`)
  const count = (about: string, template: string) => composed.get(`${about} ${template}`)?.length ?? 0
  const ofParcels = getParcels(facts).flatMap((past) => {
    const { deliveryId, deliveryType } = getRequestData(past)
    const requests = selectOnly(past, 'DeliveryRequested')
    const atCounter = requests.filter(({ data }) => data.counter).length
    const byMpesa = requests.filter(({ data }) => ['prompt', 'till'].includes(data.counter?.how)).length
    const cancelled = selectOnly(past, 'ParcelCancelled')
    const paidBack = cancelled.filter(({ data }) => data.cashBack > 0).length
    const reached = reachedOn(past, 'out')
    const reachedBack = reachedOn(past, 'back')
    const turned = selectOnly(past, 'ReturnStarted')
    const places = new Set(turned.map(({ data }) => data.to))
    const codes = selectOnly(past, 'CollectionCodeIssued').length
    const hasNewCode = count(deliveryId, 'newCode') + count(deliveryId, 'newCodeToSender')
    const isGone = past.some(({ type }) => /^(DeliveryDeleted|ParcelCancelled|SenderErased|ReceiverErased)$/.test(type))
    const texts: [string, number][] = [
      ['requestedToSender', requests.length - atCounter],
      ['takenIn', atCounter - byMpesa],
      ['takenInByMpesa', byMpesa],
      ['cancelledPaidBack', paidBack],
      ['cancelled', cancelled.length - paidBack],
      ['requestedToReceiver', requests.length],
      ['inTransit', Number(reached.has('inTransit'))],
      [deliveryType === 'doorstep' ? 'deliveredToDoorstep' : 'waitingAtShop', Number(reached.has('delivered'))],
      ['collected', Number(reached.has('collected'))],
      ['collectedWithoutCode', Number(selectOnly(past, 'CollectedWithoutCode').length > 0)],
      ['goesBack', places.size],
      ['comesBackByOffice', [...places].filter((to) => to !== 'delivered').length],
      ['backAtShop', Number(places.has('delivered') || reachedBack.has('delivered'))],
      ['returned', Number(selectOnly(past, 'ParcelReturned').length > 0)],
    ]
    const ofCodes =
      hasNewCode === codes || (isGone && hasNewCode < codes)
        ? []
        : [`${deliveryId} new codes: ${hasNewCode} of ${codes}`]
    const ofTexts = texts.flatMap(([template, owed]) => {
      const has = count(deliveryId, template)
      // Messages may be missing about a deleted parcel, and to erased people.
      return has === owed || (isGone && has < owed && !isOfItsEnd(template))
        ? []
        : [`${deliveryId} ${template}: ${has} of ${owed}`]
    })
    return [...ofTexts, ...ofCodes]
  })
  const ofLinks = selectOnly(facts.events, 'LinkIssued').flatMap(({ data }) => {
    const has = messages.filter(([first]) => first?.data.about === `${data.accountId} ${data.linkId}`).length
    return has === 1 ? [] : [`link ${data.linkId}: ${has} mails`]
  })
  const needNotLeave = openNeedless(end)
  const taken = groupedBy(sentMessages, ({ messageId }) => messageId)
  const notSent = messages.flatMap((past) => {
    const messageId = String(past[0]?.stream.slice('message-'.length))
    const isSent = selectOnly(past, 'MessageSent').length > 0
    const wrong =
      wrongSending(past, taken.get(messageId) ?? []) ?? (isSent || needNotLeave(past) ? null : notLeft(past))
    return wrong === null ? [] : [`message ${messageId} (${past[0]?.data.template}) ${wrong}`]
  })
  const unknown = [...taken.keys()].filter((id) => !messages.some(([first]) => first?.stream === `message-${id}`))
  return [...ofParcels, ...ofLinks, ...notSent, ...unknown.map((id) => `message ${id} was sent and never composed`)]
}

/** It may be left to the office where it may have arrived. */
const notLeft = (past: readonly Fact[]): string | null =>
  isRightlyLeft(past) ? null : `was not sent: ${past.at(-1)?.type}`

/** A message need not be sent when its subject is over, or when its reader's phone is not known any longer. */
const openNeedless = ({ facts, people }: EndState) => {
  const goneUntil = new Map(getParcels(facts).map((past) => [getRequestData(past).deliveryId, lastGoneUntil(past)]))
  const parcels = getStreams(facts, 'delivery', 'delivery')
  const payments = getStreams(facts, 'payment', 'payment')
  const sent = getStreams(facts, 'payment', 'outgoing')
  const erased = new Set(people.erasures.filter(({ service }) => service === 'payment').map((one) => one.personId))
  return (message: readonly Fact[]): boolean => {
    const [first] = message
    if (!first) return false
    const { about } = first.data
    const parcel = parcels.get(`delivery-${about}`)
    const isParked = message.at(-1)?.type === 'MessageParked'
    const payees = selectOnly(sent.get(`outgoing-${about}`) ?? [], 'OutgoingClaimed').map(
      ({ data }) => data.payee.personId,
    )
    return (
      (first.at < (goneUntil.get(about) ?? '') && !isOfItsEnd(first.data.template)) ||
      isOfNoUse(message, parcel) ||
      isOfMoneyGone(message, payments.get(`payment-${about}`)) ||
      (isParked && (isToErased(first, parcel) || payees.some((payee) => erased.has(payee))))
    )
  }
}

/** The last message about a parcel: its sender reads that it is cancelled. */
const isOfItsEnd = (template: string): boolean => template.startsWith('cancelled')

/** The statuses that a parcel came to on a leg, without those that it only passed. */
const reachedOn = (past: readonly Fact[], leg: 'out' | 'back'): Set<string> =>
  new Set(
    past
      .filter(({ type, data }) => type !== 'ParcelReturned' && (data.leg ?? 'out') === leg && !data.passing)
      .map(({ type, data }) => statusAfter[type] ?? (type === 'StatusOverridden' ? data.to : '')),
  )

/**
 * An SMS about how to get a parcel is parked for an admin if the parcel was collected or went another way before it was
 * sent.
 */
const isOfNoUse = (message: readonly Fact[], parcel: readonly Fact[] = []): boolean => {
  const [first] = message
  if (first?.data.held === 'not-handed-in' && !wasHandedIn(parcel)) return true
  if (message.at(-1)?.type !== 'MessageParked' || !ofNow.has(first?.data.template)) return false
  return parcel.some(({ type }) => ends.test(type))
}
/** A payer gets no SMS about unused money that was used, paid back or doubted before the SMS could be sent. */
const isOfMoneyGone = (message: readonly Fact[], payment: readonly Fact[] = []): boolean =>
  message[0]?.data.template === 'leftUnused' &&
  message.at(-1)?.type === 'MessageParked' &&
  payment.some(({ type }) => spends.test(type))
/** The reader is erased, so no phone is known. */
const isToErased = ({ data }: Fact, parcel: readonly Fact[] = []): boolean =>
  selectOnly(parcel, data.role === 'sender' ? 'SenderErased' : 'ReceiverErased').length > 0
const spends = /^Payment(Used|Added|Unbound|Doubted|Reversed|Refunded)$/
const ofNow = new Set([
  ...['inTransit', 'waitingAtShop', 'offHold', 'stillWaiting'],
  ...['newCode', 'newCodeToSender', 'backAtShop'],
])
/**
 * A parcel that goes back before staff have it never set out. Its people get no messages about it, whatever the office
 * does later.
 */
const wasHandedIn = (parcel: readonly Fact[]): boolean => {
  const at = parcel.findIndex(({ type }) => hands.test(type))
  return at !== -1 && !parcel.slice(0, at).some(({ type }) => type === 'ReturnStarted')
}
/** Events by which staff have the parcel. Before them no SMS about a visitor's unpaid parcel is sent. */
const hands =
  /^(ParcelDroppedOff|ParcelPutInTransit|ParcelDelivered|ParcelCollected|RiderAssigned|PickerAssigned|StatusOverridden)$/
const ends = /^(ReturnStarted|ParcelCollected|ParcelReturned|StatusOverridden|DeliveryDeleted)$/

/**
 * The instant until which messages about a parcel may be missing: when it was requested again after it was deleted or
 * cancelled, or the end of time.
 */
const lastGoneUntil = (past: readonly Fact[]): string => {
  const deleted = past.findLastIndex(({ type }) => type === 'DeliveryDeleted' || type === 'ParcelCancelled')
  if (deleted === -1) return ''
  return past.slice(deleted).find(({ type }) => type === 'DeliveryRequested')?.at ?? '9999'
}
