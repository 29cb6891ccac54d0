import type { DeliveryClient, IdentityClient } from '@tuma/contracts/services'
import { displayPhone, isMobile } from '@tuma/contracts/vocabulary'
import { isWritten, linkIn, type MessageEvent } from './domain/message.ts'
import type { Languages } from './languages.ts'
import { mailTexts, type SmsTemplate, smsTexts } from './texts.ts'
import { smsTextsInSwahili } from './texts-swahili.ts'

type Composed = Extract<MessageEvent, { type: 'MessageComposed' }>['data']
/** What a message says, and to whom. */
export type Letter = Omit<Composed['recipient'], 'personId'>

/**
 * What is to be sent, asked for at this moment: none of it stands in the store. Null when it is of no use any more: the
 * link has ended, the parcel or its people are gone. May wait for delivery and identity.
 */
export type LetterOf = (composed: Composed) => Promise<Letter | null>

const linkPaths = { verify: 'verify-email', reset: 'resetpassword' } as const

type LinkMail = NonNullable<Awaited<ReturnType<IdentityClient['linkMail']>>>

/** Another account has the address: whoever reads there is told, and gets no link. */
export const isTaken = (
  mail: LinkMail,
): mail is LinkMail & Required<Pick<LinkMail, 'username' | 'askedAt'>> & { owner: string } =>
  typeof mail.owner === 'string'

/** What tells whoever gets a parcel that they can come for it. Its digits are asked for now: they are stored nowhere. */
const hasCode = (template: string): boolean =>
  template === 'waitingAtShop' || template === 'inTransit' || template === 'newCode'

/** @param site without a slash at its end */
export const letters = (
  delivery: Pick<DeliveryClient, 'parties' | 'collectionCode'>,
  identity: Pick<IdentityClient, 'linkMail'>,
  languages: Pick<Languages, 'of'>,
  site: string,
): LetterOf => {
  const ofParcel = async ({ template, about, role }: Composed): Promise<Letter | null> => {
    const parcel = await delivery.parties({ deliveryId: about })
    if (!parcel || (role !== 'sender' && role !== 'receiver') || !isMobile(parcel[role].phone)) return null
    const { trackingId, receiverPlace, pickupAgent, shop } = parcel
    const trackingLink = `${site}/t/${trackingId}`
    const where = pickupAgent === null ? receiverPlace : `${pickupAgent}, ${receiverPlace}`
    const code =
      role === 'receiver' && hasCode(template) ? (await delivery.collectionCode({ deliveryId: about })).code : null
    // Somebody has come for it meanwhile.
    if (template === 'newCode' && code === null) return null
    const inLanguage = (await languages.of(parcel[role].phone)) === 'sw' ? smsTextsInSwahili : smsTexts
    const facts = { trackingId, trackingLink, where, due: parcel.due, code: code ?? undefined, shop }
    const text = inLanguage[template as SmsTemplate](facts)
    return { to: displayPhone(parcel[role].phone), subject: null, text, replyTo: null }
  }

  const ofLink = async ({ about, template }: Composed): Promise<Letter | null> => {
    const named = linkIn(about)
    const mail = named && (await identity.linkMail({ ...named, tellsOwner: true }))
    if (!mail) return null
    const { email, purpose, changesEmail, formerEmail, token } = mail
    if (template === 'emailChangeAsked')
      return formerEmail ? { to: formerEmail, ...mailTexts.emailChangeAsked({ site }), replyTo: null } : null
    // Whose the address is may have changed since the message was composed: then it is of no use any more.
    if ((template === 'addressTaken') !== isTaken(mail)) return null
    if (isTaken(mail)) return { to: email, ...mailTexts.addressTaken({ ...mail, site }), replyTo: null }
    const link = `${site}/${linkPaths[purpose]}/${encodeURIComponent(token)}`
    return { to: email, ...mailTexts[changesEmail ? 'changeEmail' : purpose]({ ...mail, link }), replyTo: null }
  }

  return async (composed) => {
    if (!isWritten(composed)) return linkIn(composed.about) ? ofLink(composed) : ofParcel(composed)
    const { personId: _, ...letter } = composed.recipient
    return letter
  }
}
