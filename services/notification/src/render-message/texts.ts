import { type AboutShop, dayAndMonthInWords, dayInWords, formatKsh, timeInWords } from '@tuma/contracts/vocabulary'
import { firstThatFits, notRight, questions, withShop } from './shop-in-sms.ts'

export type Parcel = {
  readonly trackingId: string
  readonly trackingLink: string
  /** The shop and its place, or the place alone; on the way back the shop where it was handed in. */
  readonly where: string
  /** The shop where it is collected, without its place; missing for a parcel to a door. */
  readonly toShop?: string | undefined
  /** Where the sender brings it; missing once staff have it in hand. */
  readonly bringTo?: { readonly name: string; readonly about?: AboutShop | undefined } | undefined
  /** Whole shillings that were paid beforehand; missing where nothing was paid, and while the payment is doubted. */
  readonly paid?: number | undefined
  /** Whole shillings that the receiver pays; missing where there is nothing to pay. */
  readonly due?: number | undefined
  /** The collection code; missing while the parcel can't be collected. No other text of ours has it. */
  readonly code?: string | undefined
  /** The shop's landmark and hours, where it has given them. */
  readonly shop?: AboutShop | undefined
  /** The day in Nairobi on which it goes back if it is not collected; missing where that is not known. */
  readonly until?: string | undefined
  /** The sender's name, where a text may have it (`calledBy`). */
  readonly from?: string | undefined
  /** Opens the sender's decision. No other text of ours has it. */
  readonly decisionLink?: string | undefined
  /** Our number for questions, in local form; empty where there is none. */
  readonly contactPhone?: string | undefined
}

/** @param how what the sender paid with, in words */
const takenIn = ({ trackingId, where, toShop = where, paid, due, contactPhone }: Parcel, how: string): string => {
  const sum = paid === undefined ? '' : ` Paid ${formatKsh(paid)} (${how}).`
  const atDoor = due === undefined ? '' : ` The receiver pays ${formatKsh(due)}.`
  return `Tuma took in your parcel ${trackingId} for ${toShop}.${sum}${atDoor}${notRight(contactPhone, 'en')}`
}

/**
 * 160 characters make one SMS. Of all that people type into forms, a text has only one word of the sender's name: a stranger
 * could use us to send their words to any phone. Shops, places and sums are ours.
 */
export const smsTexts = {
  requestedToSender: ({ trackingId, trackingLink, bringTo, paid, due }: Parcel) => {
    const sum = paid === undefined ? '' : `, ${formatKsh(paid)} paid`
    const atDoor = due === undefined ? '' : ` The receiver pays ${formatKsh(due)}.`
    if (!bringTo) return `Tuma: we have your parcel ${trackingId}${sum}.${atDoor} Track: ${trackingLink}`
    const text = (parcel: string) => (more: string) =>
      `Tuma: booked${sum}.${atDoor} Bring ${parcel} to ${bringTo.name}${more}. Track: ${trackingLink}`
    return withShop(bringTo.about, 'en', [text(trackingId), text('it')])
  },
  takenIn: (parcel: Parcel) => takenIn(parcel, 'cash'),
  takenInByMpesa: (parcel: Parcel) => takenIn(parcel, 'M-Pesa'),
  cancelled: ({ trackingId }: Parcel) => `Tuma: parcel ${trackingId} is cancelled.`,
  cancelledPaidBack: (parcel: Parcel): string =>
    smsTexts.cancelled(parcel) + (parcel.paid === undefined ? '' : ` You got ${formatKsh(parcel.paid)} back.`),
  requestedToReceiver: ({ trackingLink, from = 'a sender', toShop, due }: Parcel) => {
    const sum = due === undefined ? 'Nothing to pay' : `Pay ${formatKsh(due)} (M-Pesa or cash)`
    const begin = `Tuma: ${from} is sending you a parcel`
    if (toShop === undefined) return `${begin}. A rider brings it. ${sum}. Track: ${trackingLink}`
    return firstThatFits([
      `${begin} to ${toShop}. ${sum}. We SMS you a code when it arrives. Track: ${trackingLink}`,
      `${begin} to ${toShop}. ${sum}. Track: ${trackingLink}`,
      `${begin} to ${toShop}. Track: ${trackingLink}`,
      `${begin}. Track: ${trackingLink}`,
    ])
  },
  inTransit: ({ trackingId, trackingLink, due, code }: Parcel) =>
    `Tuma: parcel ${trackingId} is on its way to you. ${due === undefined ? '' : `Have ${formatKsh(due)} ready (M-Pesa or cash). `}${code === undefined ? '' : `Your code: ${code}. `}Track: ${trackingLink}`,
  waitingAtShop: ({ trackingId, where, shop, code }: Parcel) =>
    withShop(shop, 'en', [
      (more) =>
        `Tuma: parcel ${trackingId} is waiting for you at ${where}${more}.${code === undefined ? '' : ` Your code: ${code}. Do not share it.`}`,
    ]),
  onHold: ({ trackingId, trackingLink, contactPhone }: Parcel) =>
    `Tuma: parcel ${trackingId} is on hold. Track: ${trackingLink}${questions(contactPhone, 'en')}`,
  offHold: ({ trackingId, where, shop, code = '' }: Parcel) =>
    withShop(shop, 'en', [
      (more) =>
        `Tuma: parcel ${trackingId} is no longer on hold. Collect it at ${where}${more}. Your code: ${code}. Do not share it.`,
    ]),
  deliveredToDoorstep: ({ trackingId }: Parcel) => `Tuma: parcel ${trackingId} has been delivered to your address.`,
  newCode: ({ trackingId, code = '' }: Parcel) =>
    `Tuma: your new code for parcel ${trackingId} is ${code}. Do not share it. Use only this code.`,
  numberGiven: ({ trackingId, trackingLink, code }: Parcel) =>
    `Tuma: messages about your parcel ${trackingId} now come to this number.${code === undefined ? '' : ` Your code: ${code}.`} Track: ${trackingLink}`,
  numberChanged: ({ trackingId, contactPhone }: Parcel) =>
    `Tuma: parcel ${trackingId} now belongs to a different phone number. The old code no longer works.${notRight(contactPhone, 'en')}`,
  collectedWithoutCode: ({ trackingId, contactPhone }: Parcel) =>
    `Tuma: parcel ${trackingId} was handed over without its code.${notRight(contactPhone, 'en')}`,
  collected: ({ trackingId }: Parcel) => `Tuma: parcel ${trackingId} has been collected. Thank you for using Tuma.`,
  stillWaiting: ({ trackingId, where, shop, until, code }: Parcel) =>
    withShop(shop, 'en', [
      (more) =>
        `Tuma: parcel ${trackingId} is still waiting for you at ${where}${more}.${until === undefined ? '' : ` Collect it before ${dayAndMonthInWords(until, 'en')}.`}${code === undefined ? '' : ` Your code: ${code}.`}`,
    ]),
  senderAsked: ({ trackingId, until, decisionLink = '' }: Parcel) =>
    `Tuma: parcel ${trackingId} has not been collected.${until === undefined ? '' : ` It comes back to you on ${dayAndMonthInWords(until, 'en')}.`} Decide here: ${decisionLink}`,
  goesBack: ({ trackingId }: Parcel) =>
    `Tuma: parcel ${trackingId} goes back to the sender. The old code no longer works.`,
  comesBackUnfetched: ({ trackingId, where }: Parcel) =>
    `Tuma: parcel ${trackingId} was not collected. It is coming back to ${where}. We SMS you when it arrives.`,
  comesBackAsDecided: ({ trackingId, where }: Parcel) =>
    `Tuma: as you asked, parcel ${trackingId} is coming back to ${where}. We SMS you when it arrives.`,
  comesBackByOffice: ({ trackingId, where }: Parcel) =>
    `Tuma: our office is sending parcel ${trackingId} back to ${where}. We SMS you when it arrives.`,
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
/** When the link was asked for. */
type Asked = { readonly askedAt: string }
type Taken = Asked & { readonly owner: string; readonly changesEmail: boolean; readonly site: string }

/**
 * A stranger can register with another person's address, so these texts have nothing that they typed, not even a username.
 * The time tells one registration from another. The reader has chosen no language yet, so every text has both.
 */
export const mailTexts = {
  verify: ({ link, expiresAt, askedAt }: Link & Asked) => ({
    subject: 'Verify your email for Tuma',
    text: `Hello,

Someone registered at Tuma with this email address on ${nairobiTime(askedAt)}. Was it you? Open this link to verify your email:
${link}

The link works until ${nairobiTime(expiresAt)}. If you registered more than once, only the first account you verify is kept. Was it not you? Do not open the link.

Habari,

Mtu alijisajili na Tuma kwa barua pepe hii tarehe ${nairobiTime(askedAt, 'sw')}. Ni wewe? Fungua kiungo hiki ili kuthibitisha barua pepe yako:
${link}

Kiungo kinafanya kazi hadi ${nairobiTime(expiresAt, 'sw')}. Kama ulijisajili zaidi ya mara moja, akaunti ya kwanza utakayothibitisha ndiyo inabaki. Si wewe? Usifungue kiungo.

Tuma`,
  }),
  changeEmail: ({ link, expiresAt, askedAt }: Link & Asked) => ({
    subject: 'Confirm your new email for Tuma',
    text: `Hello,

Someone asked to use this email address for their Tuma account on ${nairobiTime(askedAt)}. Was it you? Open this link to confirm:
${link}

The link works until ${nairobiTime(expiresAt)}. Was it not you? Do not open the link. The account then keeps its old email address.

Habari,

Mtu aliomba kutumia barua pepe hii kwa akaunti yake ya Tuma tarehe ${nairobiTime(askedAt, 'sw')}. Ni wewe? Fungua kiungo hiki ili kuthibitisha:
${link}

Kiungo kinafanya kazi hadi ${nairobiTime(expiresAt, 'sw')}. Si wewe? Usifungue kiungo. Akaunti itabaki na barua pepe yake ya zamani.

Tuma`,
  }),
  /** To the owner of the address that someone else asked for. */
  addressTaken: ({ askedAt, owner, changesEmail, site }: Taken) => ({
    subject: 'Your email was used at Tuma',
    text: `Hello,

Someone ${changesEmail ? 'asked to use this email address for another Tuma account' : 'tried to register at Tuma with this email address'} on ${nairobiTime(askedAt)}. We changed nothing. The address belongs to your account, username ${quoted(owner)}.

Was it you? Log in, or set a new password if you forgot yours. Was it not you? You do not need to do anything.
${site}/login
${site}/forgot-password

Habari,

Mtu ${changesEmail ? 'aliomba kutumia barua pepe hii kwa akaunti nyingine ya Tuma' : 'alijaribu kujisajili na Tuma kwa barua pepe hii'} tarehe ${nairobiTime(askedAt, 'sw')}. Hatukubadilisha chochote. Barua pepe hii ni ya akaunti yako, yenye jina ${quoted(owner)}.

Ni wewe? Ingia, au weka nenosiri jipya kama umelisahau. Si wewe? Huhitaji kufanya lolote.
${site}/login
${site}/forgot-password

Tuma`,
  }),
  /** To the old address. The new one is not in the text, because this reader may not be its owner. */
  emailChangeAsked: ({ site }: { readonly site: string }) => ({
    subject: 'New email asked for your Tuma account',
    text: `Hello,

Someone who knows your password asked to change the email of your Tuma account. We sent a link to the new address. The email changes when that link is opened.

Was it you? You do not need to do anything. Was it not you? Set a new password now. This stops the change and logs out all devices.
${site}/forgot-password

Habari,

Mtu anayejua nenosiri lako ameomba kubadilisha barua pepe ya akaunti yako ya Tuma. Tumetuma kiungo kwenye anwani mpya. Barua pepe itabadilika kiungo hicho kikifunguliwa.

Ni wewe? Huhitaji kufanya lolote. Si wewe? Weka nenosiri jipya sasa. Hii itazuia mabadiliko na kutoa vifaa vyote kwenye akaunti.
${site}/forgot-password

Tuma`,
  }),
  reset: ({ link, expiresAt }: Link) => ({
    subject: 'Reset your Tuma password',
    text: `Hello,

Open this link to set a new password:
${link}

The link works once, until ${nairobiTime(expiresAt)}. You did not ask for it? Ignore this email. Your password stays the same.

Habari,

Fungua kiungo hiki ili kuweka nenosiri jipya:
${link}

Kiungo kinafanya kazi mara moja, hadi ${nairobiTime(expiresAt, 'sw')}. Hukuomba? Puuza barua pepe hii. Nenosiri lako halitabadilika.

Tuma`,
  }),
}

type Decision = {
  readonly trackingId: string
  readonly until: string
  readonly mayWait: boolean
  readonly link: string
}

/** To the account that sent a parcel which was not collected: it decides after its login. */
export const decisionMail = ({ trackingId, until, mayWait, link }: Decision) => ({
  subject: 'Your parcel has not been collected',
  text: `Hello,

Your parcel ${trackingId} has not been collected. It goes back to you on ${dayInWords(until, 'en')}. ${mayWait ? 'You can let it wait longer, or send it back now' : 'You can send it back now'}:
${link}

Habari,

Kifurushi chako ${trackingId} hakijachukuliwa. Kitarudi kwako tarehe ${dayInWords(until, 'sw')}. ${mayWait ? 'Unaweza kukiacha kisubiri zaidi, au kukirudisha sasa' : 'Unaweza kukirudisha sasa'}:
${link}

Tuma`,
})

type Written = { readonly name: string; readonly email: string; readonly message: string }

/** From the contact form to us, with the writer's own words. */
export const supportMail = ({ name, email, message }: Written) => {
  const writer = oneLine(name)
  return {
    subject: `Message from ${writer}`,
    text: `${writer} <${oneLine(email)}> writes:\n\n${message}\n`,
    replyTo: oneLine(email),
  }
}
const oneLine = (typed: string): string => typed.replace(/[\s\p{Cc}]+/gu, ' ').trim()

/** The word joiner keeps "name.example" from becoming a link. */
const quoted = (username: string): string => `"${username.replaceAll('.', '.\u2060')}"`

export const nairobiTime = (instant: string, language: 'en' | 'sw' = 'en'): string =>
  `${dayInWords(instant, language)}, ${timeInWords(instant)} (Nairobi)`
