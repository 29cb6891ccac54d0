import type { IdentityClient } from '@tuma/contracts/services'
import { displayPhone, isMobile } from '@tuma/contracts/vocabulary'
import { isWritten, linkIn, type MessageEvent } from '../domain/message.ts'
import type { Languages } from '../languages.ts'
import type { Lookups } from '../reactions/lookups.ts'
import { outgoingTexts, unusedTexts } from './outgoing-texts.ts'
import { renderParcelMessage } from './parcel-message.ts'
import { mailTexts } from './texts.ts'

export type Composed = Extract<MessageEvent, { type: 'MessageComposed' }>['data']
/**
 * The words of a message and its recipient. `handled`: it is about a parcel that staff have in hand. `saysOnHold`: it says
 * that the parcel is on hold, in place of its own words. `hasCode`: it has a collection code.
 */
export type RenderedMessage = Omit<Composed['recipient'], 'personId'> & {
  readonly handled?: boolean
  readonly saysOnHold?: boolean
  readonly hasCode?: boolean
}

/**
 * Words and address, asked for at this moment and never stored. Null when the message is no longer of use: its link has
 * ended, or the parcel or its people are gone. May wait for delivery and identity.
 */
export type RenderMessage = (composed: Composed) => Promise<RenderedMessage | null>

const linkPaths = { verify: 'verify-email', reset: 'resetpassword' } as const

type LinkMail = NonNullable<Awaited<ReturnType<IdentityClient['linkMail']>>>

/** Another account has the address: its owner gets a message without a link. */
export const isTaken = (mail: LinkMail): mail is LinkMail & { owner: string } => typeof mail.owner === 'string'

/** What rendering needs besides the answers of other services. */
export type RenderDeps = {
  readonly languages: Pick<Languages, 'of'>
  /** Without a slash at its end. */
  readonly site: string
  /** Where questions go, in local form; empty where there is none. */
  readonly contactPhone: string
}

/** @param lookups the services, or the answers that one reaction has already received (`askOnce`) */
export const messageRenderer = (lookups: Lookups, deps: RenderDeps): RenderMessage => {
  const { identity, payment } = lookups
  const { site } = deps
  const ofParcel = renderParcelMessage(lookups, deps)
  const ofMoney = renderOutgoing(payment, deps)
  const ofUnused = renderUnused(payment, deps)

  const ofLink = async ({ about, template }: Composed): Promise<RenderedMessage | null> => {
    const named = linkIn(about)
    const mail = named && (await identity.linkMail({ ...named, tellsOwner: true }))
    if (!mail) return null
    const { email, purpose, changesEmail, formerEmail, token } = mail
    if (template === 'emailChangeAsked')
      return formerEmail ? { to: formerEmail, ...mailTexts.emailChangeAsked({ site }), replyTo: null } : null
    // The address may belong to another account since the message was composed: then it is no longer of use.
    if ((template === 'addressTaken') !== isTaken(mail)) return null
    if (isTaken(mail)) return { to: email, ...mailTexts.addressTaken({ ...mail, site }), replyTo: null }
    const link = `${site}/${linkPaths[purpose]}/${encodeURIComponent(token)}`
    return { to: email, ...mailTexts[changesEmail ? 'changeEmail' : purpose]({ ...mail, link }), replyTo: null }
  }

  return async (composed) => {
    if (isAboutMoney(composed)) return ofMoney(composed)
    if (isAboutUnused(composed)) return ofUnused(composed)
    if (!isWritten(composed)) return linkIn(composed.about) ? ofLink(composed) : ofParcel(composed)
    const { personId: _, ...written } = composed.recipient
    return written
  }
}

/** Templates about money that Tuma sent; `about` of their messages is the id of that payment. */
const templates: readonly string[] = ['paidOut', 'refunded'] satisfies (keyof (typeof outgoingTexts)['en'])[]
export const isAboutMoney = ({ template }: { readonly template: string }): boolean => templates.includes(template)

/** Payment has the words and phone of a message about money that was sent; notification stores none of it. */
const renderOutgoing =
  (payment: Pick<Lookups['payment'], 'outgoingOne'>, { languages, contactPhone }: RenderDeps): RenderMessage =>
  async ({ about }) => {
    const outgoing = await payment.outgoingOne({ outgoingId: about })
    if (!outgoing?.phone || !isMobile(outgoing.phone)) return null
    const { of, phone, cents, receipt, deliveryIds } = outgoing
    const texts = outgoingTexts[(await languages.of(phone)) === 'sw' ? 'sw' : 'en']
    const facts = { cents, receipt, parcels: deliveryIds.length, contactPhone }
    return {
      to: displayPhone(phone),
      subject: null,
      text: texts[of === 'payout' ? 'paidOut' : 'refunded'](facts),
      replyTo: null,
    }
  }

/** The SMS to a payer who has booked no parcel with their money; its `about` is the id of the payment. */
export const leftUnused = 'leftUnused'
const isAboutUnused = ({ template }: { readonly template: string }): boolean => template === leftUnused

/**
 * Payment gives words and phone when the SMS is sent; nothing is stored here. The key follows a #, so that no server, log or
 * preview sees it.
 */
const renderUnused =
  (payment: Pick<Lookups['payment'], 'leftUnused'>, { languages, site }: RenderDeps): RenderMessage =>
  async ({ about }) => {
    const unused = await payment.leftUnused({ paymentId: about })
    if (!unused || !isMobile(unused.phone)) return null
    const { phone, amount, key } = unused
    const text = unusedTexts[(await languages.of(phone)) === 'sw' ? 'sw' : 'en']
    return { to: displayPhone(phone), subject: null, text: text({ amount, link: `${site}/p/#${key}` }), replyTo: null }
  }
