import type { DeliveryClient } from '@tuma/contracts/services'
import { displayPhone, isMobile, type Leg } from '@tuma/contracts/vocabulary'
import { calledBy } from '../called-by.ts'
import type { Lookups } from '../reactions/lookups.ts'
import type { Composed, RenderDeps, RenderMessage } from './render-message.ts'
import { decisionMail, type SmsTemplate, smsTexts } from './texts.ts'
import { smsTextsInSwahili } from './texts-swahili.ts'

/**
 * The conditions of a template: the parcel is on this leg; it has a code (`needed`), or may have one (`if so`); it waits at
 * a shop; its sender still has to decide.
 */
type Needs = {
  readonly leg: Leg
  readonly code?: 'if so' | 'needed'
  readonly waiting?: true
  readonly decision?: true
}
const needs: Readonly<Record<string, Needs>> = {
  inTransit: { leg: 'out', code: 'if so' },
  waitingAtShop: { leg: 'out', code: 'if so' },
  newCode: { leg: 'out', code: 'needed' },
  numberGiven: { leg: 'out', code: 'if so' },
  stillWaiting: { leg: 'out', code: 'needed', waiting: true },
  offHold: { leg: 'out', code: 'needed', waiting: true },
  senderAsked: { leg: 'out', waiting: true, decision: true },
  senderAskedByMail: { leg: 'out', waiting: true, decision: true },
  backAtShop: { leg: 'back', code: 'needed' },
  newCodeToSender: { leg: 'back', code: 'needed' },
}
/** Whose code it is: on the way back another code, for the sender. */
const codeIsOf = { out: 'receiver', back: 'sender' } as const

type Parcel = NonNullable<Awaited<ReturnType<DeliveryClient['parties']>>>
/** What opens a parcel or a decision; null where nothing does. */
type Opening = { readonly code: string | null; readonly key: string | null }

/** A cancelled parcel has no other messages, and one that was booked again was not cancelled. */
const isOfItsEnd = (template: string, { cancelled }: Parcel): boolean =>
  (template === 'cancelled' || template === 'cancelledPaidBack') === (cancelled !== undefined)

const isOfUse = ({ leg, code, waiting, decision }: Needs, parcel: Parcel, opening: Opening): boolean =>
  leg === (parcel.leg ?? 'out') &&
  (code !== 'needed' || opening.code !== null) &&
  (!waiting || parcel.waiting !== undefined) &&
  (!decision || opening.key !== null)

/** The shop that the parcel goes to or waits at, with its place, or the place alone. */
const getWhere = ({ leg, sender, receiverPlace, pickupAgent }: Parcel): string => {
  if (leg === 'back') return `${sender.dropoffAgent}, ${sender.location}`
  return pickupAgent === null ? receiverPlace : `${pickupAgent}, ${receiverPlace}`
}

/** The template for the parcel's state: a parcel on hold neither moves nor can be collected. */
const templateNow = (template: string, parcel: Parcel): SmsTemplate =>
  parcel.held && saysItMoves.includes(template) ? 'onHold' : (template as SmsTemplate)
/** Templates that say that the parcel is coming, or can be collected. */
export const saysItMoves: readonly string[] = [
  'inTransit',
  'waitingAtShop',
  'stillWaiting',
  'offHold',
] satisfies SmsTemplate[]

const getFacts = (parcel: Parcel) => {
  const { trackingId, due, paid, shop, waiting, sender, pickupAgent, handled, knownSender } = parcel
  const bringTo = handled ? undefined : { name: sender.dropoffAgent, about: sender.shop }
  return {
    ...{ trackingId, where: getWhere(parcel), toShop: pickupAgent ?? undefined, bringTo, due, paid, shop },
    from: calledBy(sender.name, knownSender),
    until: waiting?.until ?? undefined,
  }
}

/** The words of an SMS or email about a parcel at this moment. */
export const renderParcelMessage = (
  { delivery, identity }: Pick<Lookups, 'delivery' | 'identity'>,
  { languages, site, contactPhone }: RenderDeps,
): RenderMessage => {
  /** Asked for at this moment and stored nowhere. A parcel that has turned round has another person's code. */
  const getOpening = async ({ template, about: deliveryId, role }: Composed, parcel: Parcel): Promise<Opening> => {
    const { leg: told, code: coded, decision } = needs[template] ?? { leg: 'out' }
    const { phone } = parcel[codeIsOf[parcel.leg ?? 'out']]
    const { code, leg = 'out' } = coded ? await delivery.collectionCode({ deliveryId, phone }) : { code: null }
    const isTheirs = leg === told && role === codeIsOf[leg]
    const { key } = decision ? await delivery.decisionKey({ deliveryId }) : { key: null }
    return { code: isTheirs ? code : null, key }
  }

  const getMail = async ({ about, recipient }: Composed, { trackingId, deliveryType, waiting }: Parcel) => {
    const address = await identity.mailAddress({ accountId: recipient.personId })
    if (!address || !waiting?.until) return null
    const { until, mayWait } = waiting
    const link = `${site}/Client/delivery/${deliveryType}/${about}`
    const mail = decisionMail({ trackingId, until, mayWait, link })
    return { to: address.email, ...mail, replyTo: null }
  }

  const smsTo = async (phone: string, template: string, parcel: Parcel, opening: Opening) => {
    if (!isMobile(phone)) return null
    const inSwahili = (await languages.of(phone)) === 'sw'
    const inLanguage = inSwahili ? smsTextsInSwahili : smsTexts
    const page = `${site}/t/${parcel.trackingId}`
    // A reader of Swahili gets the page in Swahili too, whatever the browser's language; the default is English.
    const asked = inSwahili ? '?l=sw' : ''
    const said = templateNow(template, parcel)
    const text = inLanguage[said]({
      ...{ ...getFacts(parcel), trackingLink: page + asked, contactPhone },
      code: opening.code ?? undefined,
      decisionLink: opening.key === null ? undefined : `${page}/${opening.key}${asked}`,
    })
    const saysOnHold = said === 'onHold'
    const about = { handled: parcel.handled, saysOnHold, hasCode: opening.code !== null && !saysOnHold }
    return { to: displayPhone(phone), subject: null, text, replyTo: null, ...about }
  }

  return async (composed) => {
    const { template, about, role, channel } = composed
    const parcel = await delivery.parties({ deliveryId: about })
    if (!parcel || (role !== 'sender' && role !== 'receiver') || !isOfItsEnd(template, parcel)) return null
    const opening = await getOpening(composed, parcel)
    const need = needs[template]
    if (need && !isOfUse(need, parcel, opening)) return null
    return channel === 'email' ? getMail(composed, parcel) : smsTo(parcel[role].phone, template, parcel, opening)
  }
}
