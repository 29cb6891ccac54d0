import { type AboutShop, dayAndMonthInWords, dayInWords, formatKsh, timeInWords } from '@tuma/contracts/vocabulary'
import { firstThatFits, notRight, questions, withShop } from './shop-in-sms.ts'

export type Parcel = {
  readonly trackingId: string
  readonly trackingLink: string
  /** The shop and its place, or the place alone; on its way back the shop that it was handed in at. */
  readonly where: string
  /** The shop where it is collected, without its place; missing of a parcel for a door. */
  readonly toShop?: string | undefined
  /** Where its sender brings it; missing once staff have it in hand. */
  readonly bringTo?: { readonly name: string; readonly about?: AboutShop | undefined } | undefined
  /** Whole shillings that were paid beforehand; missing where nothing was, and while that is doubted. */
  readonly paid?: number | undefined
  /** Whole shillings that are paid where it is handed over; missing where nothing is. */
  readonly due?: number | undefined
  /** What whoever comes for it shows; missing while nobody can. It stands in no other text of ours. */
  readonly code?: string | undefined
  /** What that shop says of itself, if it does. */
  readonly shop?: AboutShop | undefined
  /** The day in Nairobi on which it goes back, if nobody fetches it; missing where nobody knows. */
  readonly until?: string | undefined
  /** What its sender is called by, where that may stand in a text (`calledBy`). */
  readonly from?: string | undefined
  /** Opens its sender's decision. It stands in no other text of ours. */
  readonly decisionLink?: string | undefined
  /** Ours, for questions, as people type it; empty where there is none. */
  readonly contactPhone?: string | undefined
}

/**
 * 160 characters make one SMS. None of what a form takes freely stands in a text but the one word of a sender's name: anybody can
 * fill in a form, and would have us send their words to any phone. Shops, places and sums are ours.
 */
export const smsTexts = {
  requestedToSender: ({ trackingId, trackingLink, bringTo, paid, due }: Parcel) => {
    const sum = paid === undefined ? '' : `, ${formatKsh(paid)} paid`
    const atDoor = due === undefined ? '' : ` The receiver pays ${formatKsh(due)}.`
    if (!bringTo) return `Tuma: we have your parcel ${trackingId}${sum}.${atDoor} Follow it: ${trackingLink}`
    const text = (parcel: string) => (more: string) =>
      `Tuma: booked${sum}.${atDoor} Bring ${parcel} to ${bringTo.name}${more}. Follow it: ${trackingLink}`
    return withShop(bringTo.about, 'en', [text(trackingId), text('it')])
  },
  requestedToReceiver: ({ trackingLink, from = 'a sender', toShop, due }: Parcel) => {
    const sum = due === undefined ? 'Nothing to pay' : `Pay ${formatKsh(due)} (M-Pesa or cash)`
    const begin = `Tuma: ${from} is sending you a parcel`
    if (toShop === undefined) return `${begin}. A rider brings it. ${sum}. Follow it: ${trackingLink}`
    return firstThatFits([
      `${begin} to ${toShop}. ${sum}. We SMS a code when it arrives. Follow it: ${trackingLink}`,
      `${begin} to ${toShop}. ${sum}. Follow it: ${trackingLink}`,
      `${begin} to ${toShop}. Follow it: ${trackingLink}`,
      `${begin}. Follow it: ${trackingLink}`,
    ])
  },
  inTransit: ({ trackingId, trackingLink, due, code }: Parcel) =>
    `Tuma: parcel ${trackingId} is on its way to you. ${due === undefined ? '' : `Please have ${formatKsh(due)} ready, in cash or in M-Pesa. `}${code === undefined ? '' : `Your code: ${code}. `}Follow it: ${trackingLink}`,
  waitingAtShop: ({ trackingId, where, shop, code }: Parcel) =>
    withShop(shop, 'en', [
      (more) =>
        `Tuma: parcel ${trackingId} is waiting for you at ${where}${more}.${code === undefined ? '' : ` Your code: ${code}. Do not share it.`}`,
    ]),
  onHold: ({ trackingId, trackingLink, contactPhone }: Parcel) =>
    `Tuma: parcel ${trackingId} is on hold for now. Follow it: ${trackingLink}${questions(contactPhone, 'en')}`,
  offHold: ({ trackingId, where, shop, code = '' }: Parcel) =>
    withShop(shop, 'en', [
      (more) =>
        `Tuma: parcel ${trackingId} is no longer on hold. Collect it at ${where}${more}. Your code: ${code}. Do not share it.`,
    ]),
  deliveredToDoorstep: ({ trackingId }: Parcel) => `Tuma: parcel ${trackingId} has been delivered to your address.`,
  newCode: ({ trackingId, code = '' }: Parcel) =>
    `Tuma: the new code of parcel ${trackingId} is ${code}. Do not share it. Use only this one.`,
  numberGiven: ({ trackingId, trackingLink, code }: Parcel) =>
    `Tuma: parcel ${trackingId} is now for you, at this number.${code === undefined ? '' : ` Your code: ${code}.`} Follow it: ${trackingLink}`,
  numberChanged: ({ trackingId, contactPhone }: Parcel) =>
    `Tuma: parcel ${trackingId} now belongs to a different phone number. The old code no longer works.${notRight(contactPhone, 'en')}`,
  collectedWithoutCode: ({ trackingId, contactPhone }: Parcel) =>
    `Tuma: parcel ${trackingId} was handed over without its code.${notRight(contactPhone, 'en')}`,
  collected: ({ trackingId }: Parcel) => `Tuma: parcel ${trackingId} has been collected. Thank you for using Tuma.`,
  stillWaiting: ({ trackingId, where, shop, until, code }: Parcel) =>
    withShop(shop, 'en', [
      (more) =>
        `Tuma: parcel ${trackingId} still waits for you at ${where}${more}.${until === undefined ? '' : ` It waits until ${dayAndMonthInWords(until, 'en')}.`}${code === undefined ? '' : ` Your code: ${code}.`}`,
    ]),
  senderAsked: ({ trackingId, until, decisionLink = '' }: Parcel) =>
    `Tuma: parcel ${trackingId} has not been collected.${until === undefined ? '' : ` It goes back on ${dayAndMonthInWords(until, 'en')}.`} To decide: ${decisionLink}`,
  goesBack: ({ trackingId }: Parcel) =>
    `Tuma: parcel ${trackingId} goes back to the sender. The old code no longer works.`,
  comesBackUnfetched: ({ trackingId, where }: Parcel) =>
    `Tuma: parcel ${trackingId} was not collected, so it comes back to ${where}. We SMS you when it is there.`,
  comesBackAsDecided: ({ trackingId, where }: Parcel) =>
    `Tuma: as you decided, parcel ${trackingId} comes back to ${where}. We SMS you when it is there.`,
  comesBackByOffice: ({ trackingId, where }: Parcel) =>
    `Tuma: our office sends parcel ${trackingId} back to ${where}. We SMS you when it is there.`,
  backAtShop: ({ trackingId, where, shop, code }: Parcel) =>
    withShop(shop, 'en', [
      (more) =>
        `Tuma: parcel ${trackingId} is back at ${where}${more}.${code === undefined ? '' : ` Your code: ${code}. Do not share it.`}`,
    ]),
  newCodeToSender: (parcel: Parcel): string => smsTexts.newCode(parcel),
  returned: ({ trackingId }: Parcel) => `Tuma: parcel ${trackingId} is back with you. Thank you for using Tuma.`,
}
export type SmsTemplate = keyof typeof smsTexts

type Link = { readonly link: string; readonly expiresAt: string }
/** When the address was asked for. */
type Asked = { readonly askedAt: string }
type Taken = Asked & { readonly owner: string; readonly changesEmail: boolean; readonly site: string }

/**
 * A stranger can register with another person's address, so nothing that they typed is in these texts, not even a username. The
 * time tells one registration from another. The reader has chosen no language yet: every text is in both.
 */
export const mailTexts = {
  verify: ({ link, expiresAt, askedAt }: Link & Asked) => ({
    subject: 'Verify your email for Tuma',
    text: `Hello,

on ${nairobiTime(askedAt)} somebody registered with Tuma with this email address. If that was you, please open this link:
${link}

It works until ${nairobiTime(expiresAt)}, and for the first registration of this address that is verified. If you did not register at that time, do not open it.

Habari,

tarehe ${nairobiTime(askedAt, 'sw')} mtu alijisajili na Tuma kwa barua pepe hii. Kama ni wewe, tafadhali fungua kiungo hiki:
${link}

Kinafanya kazi hadi ${nairobiTime(expiresAt, 'sw')}, na kwa usajili wa kwanza wa barua pepe hii unaothibitishwa. Kama hukujisajili wakati huo, usikifungue.

Tuma`,
  }),
  changeEmail: ({ link, expiresAt, askedAt }: Link & Asked) => ({
    subject: 'Confirm your new email for Tuma',
    text: `Hello,

on ${nairobiTime(askedAt)} somebody asked to use this email address for their Tuma account. If that was you, please open this link:
${link}

It works until ${nairobiTime(expiresAt)}. If you did not ask for it, do not open it: the account keeps the address it has.

Habari,

tarehe ${nairobiTime(askedAt, 'sw')} mtu aliomba kutumia barua pepe hii kwa akaunti yake ya Tuma. Kama ni wewe, tafadhali fungua kiungo hiki:
${link}

Kinafanya kazi hadi ${nairobiTime(expiresAt, 'sw')}. Kama hukuiomba, usikifungue: akaunti inabaki na barua pepe iliyonayo.

Tuma`,
  }),
  /** To who has the address that another asked for. */
  addressTaken: ({ askedAt, owner, changesEmail, site }: Taken) => ({
    subject: 'Your email was used at Tuma',
    text: `Hello,

on ${nairobiTime(askedAt)} somebody ${changesEmail ? 'asked to use this email address for another Tuma account' : 'tried to register with Tuma with this email address'}. Nothing came of it: the address is your account's, whose username is ${quoted(owner)}.

If that was you, log in to your account, or choose a new password if you have forgotten it. If it was not, you need not do anything.
${site}/login
${site}/forgot-password

Habari,

tarehe ${nairobiTime(askedAt, 'sw')} mtu ${changesEmail ? 'aliomba kutumia barua pepe hii kwa akaunti nyingine ya Tuma' : 'alijaribu kujisajili na Tuma kwa barua pepe hii'}. Hakuna kilichobadilika: barua pepe hii ni ya akaunti yako, yenye jina ${quoted(owner)}.

Kama ni wewe, ingia kwenye akaunti yako, au chagua nenosiri jipya ikiwa umelisahau. Kama si wewe, huhitaji kufanya lolote.
${site}/login
${site}/forgot-password

Tuma`,
  }),
  /** To the address so far. The new one does not stand here: whoever reads this may be no owner of it. */
  emailChangeAsked: ({ site }: { readonly site: string }) => ({
    subject: 'Another email was asked for your Tuma account',
    text: `Hello,

somebody who knows your password has asked that your Tuma account gets another email address. It changes when a link that we sent to the new address is opened.

If that was you, you need not do anything. If it was not, choose a new password now: the change is dropped, and whoever is logged in is logged out.
${site}/forgot-password

Habari,

mtu anayejua nenosiri lako ameomba akaunti yako ya Tuma ipewe barua pepe nyingine. Itabadilika kiungo tulichotuma kwenye anwani mpya kitakapofunguliwa.

Kama ni wewe, huhitaji kufanya lolote. Kama si wewe, chagua nenosiri jipya sasa: badiliko hilo linaachwa, na aliyeingia anatolewa.
${site}/forgot-password

Tuma`,
  }),
  reset: ({ link, expiresAt }: Link) => ({
    subject: 'Reset your Tuma password',
    text: `Hello,

please open this link to choose a new password:
${link}

It works once, until ${nairobiTime(expiresAt)}. If you did not ask for it, your password stays as it is.

Habari,

tafadhali fungua kiungo hiki ili kuchagua nenosiri jipya:
${link}

Kinafanya kazi mara moja, hadi ${nairobiTime(expiresAt, 'sw')}. Kama hukukiomba, nenosiri lako linabaki lilivyo.

Tuma`,
  }),
}

type Decision = {
  readonly trackingId: string
  readonly until: string
  readonly mayWait: boolean
  readonly link: string
}

/** To the account that sent a parcel which nobody fetches: it decides where it is signed in. */
export const decisionMail = ({ trackingId, until, mayWait, link }: Decision) => ({
  subject: 'Your parcel has not been collected',
  text: `Hello,

your parcel ${trackingId} has not been collected. It goes back to you on ${dayInWords(until, 'en')}. ${mayWait ? 'You can let it wait longer, or send it back now' : 'You can send it back now'}:
${link}

Habari,

hakuna aliyechukua kifurushi chako ${trackingId}. Kitarudi kwako tarehe ${dayInWords(until, 'sw')}. ${mayWait ? 'Unaweza kukiacha kisubiri zaidi, au kukirudisha sasa' : 'Unaweza kukirudisha sasa'}:
${link}

Tuma`,
})

type Written = { readonly name: string; readonly email: string; readonly message: string }

/** From the contact form to us: here the writer's own words stand. */
export const supportMail = ({ name, email, message }: Written) => {
  const writer = oneLine(name)
  return {
    subject: `Message from ${writer}`,
    text: `${writer} <${oneLine(email)}> writes:\n\n${message}\n`,
    replyTo: oneLine(email),
  }
}
const oneLine = (typed: string): string => typed.replace(/[\s\p{Cc}]+/gu, ' ').trim()

/** The word joiner keeps "name.example" from being taken for a site. */
const quoted = (username: string): string => `"${username.replaceAll('.', '.\u2060')}"`

export const nairobiTime = (instant: string, language: 'en' | 'sw' = 'en'): string =>
  `${dayInWords(instant, language)}, ${timeInWords(instant)} (Nairobi)`
