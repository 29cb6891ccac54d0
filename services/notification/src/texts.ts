export type Parcel = {
  readonly trackingId: string
  readonly trackingLink: string
  /** The shop and its place, or the place alone. */
  readonly where: string
}

/**
 * 160 characters make one SMS. None of what a form takes freely stands in a text: anybody can fill in a form, and
 * would have us send their words to any phone. Shops and places are ours.
 */
export const smsTexts = {
  requestedToSender: ({ trackingId, trackingLink }: Parcel) =>
    `Tuma: we have your request. Your tracking ID is ${trackingId}. Follow your parcel: ${trackingLink}`,
  requestedToReceiver: ({ trackingId, trackingLink }: Parcel) =>
    `Tuma: a parcel is being sent to you. Its tracking ID is ${trackingId}. Follow it: ${trackingLink}`,
  inTransit: ({ trackingId, trackingLink }: Parcel) =>
    `Tuma: parcel ${trackingId} is on its way to you. Follow it: ${trackingLink}`,
  waitingAtShop: ({ trackingId, where }: Parcel) =>
    `Tuma: parcel ${trackingId} is waiting for you at ${where}. Please bring your ID.`,
  deliveredToDoorstep: ({ trackingId }: Parcel) => `Tuma: parcel ${trackingId} has been delivered to your address.`,
  collected: ({ trackingId }: Parcel) => `Tuma: parcel ${trackingId} has been collected. Thank you for using Tuma.`,
}
export type SmsTemplate = keyof typeof smsTexts

type Link = { readonly link: string; readonly expiresAt: string }

/** Here no name either: anybody can register with somebody else's address. */
export const mailTexts = {
  verify: ({ link, expiresAt }: Link) => ({
    subject: 'Verify your email for Tuma',
    text: `Hello,

please open this link to verify your email address:
${link}

It works until ${nairobiTime(expiresAt)}. If you did not register with Tuma, you need not do anything.

Tuma`,
  }),
  changeEmail: ({ link, expiresAt }: Link) => ({
    subject: 'Confirm your new email for Tuma',
    text: `Hello,

please open this link to use this email address for your Tuma account from now on:
${link}

It works until ${nairobiTime(expiresAt)}. If you did not ask for it, you need not do anything: the account keeps the address it has.

Tuma`,
  }),
  /** To the address so far. The new one does not stand here: whoever reads this may be no owner of it. */
  emailChangeAsked: ({ site }: { readonly site: string }) => ({
    subject: 'Another email was asked for your Tuma account',
    text: `Hello,

somebody who knows your password has asked that your Tuma account gets another email address. It changes when a link that we sent to the new address is opened.

If that was you, you need not do anything. If it was not, choose a new password now: the change is dropped, and whoever is logged in is logged out.
${site}/forgot-password

Tuma`,
  }),
  reset: ({ link, expiresAt }: Link) => ({
    subject: 'Reset your Tuma password',
    text: `Hello,

please open this link to choose a new password:
${link}

It works once, until ${nairobiTime(expiresAt)}. If you did not ask for it, your password stays as it is.

Tuma`,
  }),
}

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

const inNairobi = new Intl.DateTimeFormat('en-KE', {
  dateStyle: 'medium',
  timeStyle: 'short',
  timeZone: 'Africa/Nairobi',
})
const nairobiTime = (instant: string): string => `${inNairobi.format(new Date(instant))} (Nairobi)`
