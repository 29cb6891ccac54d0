import type { DeliveryClient, IdentityClient } from '@tuma/contracts/services'
import { isWritten, linkIn, type MessageEvent } from './domain/message.ts'
import type { Languages } from './languages.ts'
import { isAboutMoney } from './outgoing-letters.ts'
import { parcelLetters } from './parcel-letters.ts'
import { mailTexts } from './texts.ts'
import { isAboutUnused } from './unused-letters.ts'

export type Composed = Extract<MessageEvent, { type: 'MessageComposed' }>['data']
/**
 * What a message says, and to whom. `handled`: it is about a parcel that staff have in hand. `saysOnHold`: it says that the
 * parcel is on hold, in the place of what it was composed for.
 */
export type Letter = Omit<Composed['recipient'], 'personId'> & {
  readonly handled?: boolean
  readonly saysOnHold?: boolean
}

/**
 * What is to be sent, asked for at this moment: none of it stands in the store. Null when it is of no use any more: the
 * link has ended, the parcel or its people are gone. May wait for delivery and identity.
 */
export type LetterOf = (composed: Composed) => Promise<Letter | null>

const linkPaths = { verify: 'verify-email', reset: 'resetpassword' } as const

type LinkMail = NonNullable<Awaited<ReturnType<IdentityClient['linkMail']>>>

/** Another account has the address: whoever reads there is told, and gets no link. */
export const isTaken = (mail: LinkMail): mail is LinkMail & { owner: string } => typeof mail.owner === 'string'

/**
 * @param site without a slash at its end
 * @param contactPhone where questions go, as people type it; empty where there is none
 */
export const letters = (
  delivery: Pick<DeliveryClient, 'parties' | 'collectionCode' | 'decisionKey'>,
  identity: Pick<IdentityClient, 'linkMail' | 'mailAddress'>,
  languages: Pick<Languages, 'of'>,
  site: string,
  contactPhone: string,
  ofMoney: LetterOf,
  ofUnused: LetterOf,
): LetterOf => {
  const ofParcel = parcelLetters(delivery, identity, languages, site, contactPhone)

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
    if (isAboutMoney(composed)) return ofMoney(composed)
    if (isAboutUnused(composed)) return ofUnused(composed)
    if (!isWritten(composed)) return linkIn(composed.about) ? ofLink(composed) : ofParcel(composed)
    const { personId: _, ...letter } = composed.recipient
    return letter
  }
}
