import type { Heard } from '@tuma/contracts/events'
import { unknownWord } from '@tuma/contracts/events'
import { type ApprovalKind, formatKsh } from '@tuma/contracts/vocabulary'
import type { Purse } from '../domain/purses.ts'
import { nairobiTime } from './texts.ts'

const doneInEnglish: Record<ApprovalKind, string> = {
  payout: 'paid a sender',
  refund: 'refunded a payment',
  make_admin: 'made a user an admin',
  lift_second_factor: "turned off a user's two-step login",
  payee_number: 'changed a payout number',
  erase_phone: 'erased a phone number',
  take_in: 'accepted less cash than expected',
}
const doneInSwahili: Record<ApprovalKind, string> = {
  payout: 'alimlipa mtumaji',
  refund: 'alirudisha malipo',
  make_admin: 'alimfanya mtu kuwa msimamizi',
  lift_second_factor: 'alizima uingiaji wa hatua mbili wa mtu',
  payee_number: 'alibadilisha nambari ya kulipwa',
  erase_phone: 'alifuta nambari ya simu',
  take_in: 'alikubali pesa taslimu pungufu',
}

type DoneAlone = {
  readonly kind: Heard<ApprovalKind>
  readonly cents: number | null
  readonly at: string
  readonly site: string
}

/** To CONTACT_EMAIL: one admin did what needs two. The names are on the page behind the link. */
export const doneAloneMail = ({ kind, cents, at, site }: DoneAlone) => {
  const sum = cents === null ? '' : ` (${formatKsh(cents / 100)})`
  const english = kind === unknownWord ? 'did something that needs two admins' : doneInEnglish[kind]
  const swahili = kind === unknownWord ? 'alifanya jambo linalohitaji wasimamizi wawili' : doneInSwahili[kind]
  return {
    subject: 'An admin acted alone',
    text: `Hello,

On ${nairobiTime(at)} an admin ${english}${sum}. There was no second admin to approve it. See who did it and for whom:
${site}/Admin/approvals

Habari,

Tarehe ${nairobiTime(at, 'sw')} msimamizi ${swahili}${sum}. Hakukuwa na msimamizi wa pili wa kuidhinisha. Angalia ni nani alifanya na kwa ajili ya nani:
${site}/Admin/approvals

Tuma`,
    replyTo: null,
  }
}

const spentInEnglish: Record<Purse, string> = {
  handled: 'SMS about parcels we have',
  known: 'SMS for accounts and confirmed payments',
  strangers: 'SMS for strangers',
  unknownAddresses: 'emails to unknown addresses',
}
const spentInSwahili: Record<Purse, string> = {
  handled: 'SMS kuhusu vifurushi tulivyo navyo',
  known: 'SMS za akaunti na malipo yaliyothibitishwa',
  strangers: 'SMS za wasiojulikana',
  unknownAddresses: 'barua pepe kwa anwani zisizojulikana',
}

type NearlySpent = {
  readonly purse: Purse
  readonly spent: number
  readonly left: number
  readonly at: string
  readonly site: string
}

/** To CONTACT_EMAIL: four fifths of a purse are used for today. */
export const nearlySpentMail = ({ purse, spent, left, at, site }: NearlySpent) => ({
  subject: "Most of today's messages are used",
  text: `Hello,

By ${nairobiTime(at)} you used ${spent} of ${spent + left} ${spentInEnglish[purse]}. When all are used, the rest go out tomorrow. See what is left, and use "Stop strangers" if you must:
${site}/Admin

Habari,

Kufikia ${nairobiTime(at, 'sw')} umetumia ${spent} kati ya ${spent + left}: ${spentInSwahili[purse]}. Zikiisha, nyingine zitatumwa kesho. Angalia zilizobaki, na uwazuie wasiojulikana ikibidi:
${site}/Admin

Tuma`,
  replyTo: null,
})
