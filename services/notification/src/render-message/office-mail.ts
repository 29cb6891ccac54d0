import type { Heard } from '@tuma/contracts/events'
import { unknownWord } from '@tuma/contracts/events'
import { type ApprovalKind, formatKsh } from '@tuma/contracts/vocabulary'
import type { Purse } from '../domain/purses.ts'
import { nairobiTime } from './texts.ts'

const doneInEnglish: Record<ApprovalKind, string> = {
  payout: 'paid a sender',
  refund: 'refunded a payment',
  make_admin: 'made somebody an admin',
  lift_second_factor: "turned off somebody's two-step login",
  payee_number: "changed a payee's number",
  erase_phone: 'erased a phone',
  take_in: 'took in less cash than there should be',
}
const doneInSwahili: Record<ApprovalKind, string> = {
  payout: 'alimlipa mtumaji',
  refund: 'alirudisha malipo',
  make_admin: 'alimfanya mtu kuwa msimamizi',
  lift_second_factor: 'alizima uingiaji wa hatua mbili wa mtu',
  payee_number: 'alibadilisha nambari ya mlipwaji',
  erase_phone: 'alifuta simu',
  take_in: 'alipokea pesa taslimu pungufu',
}

type DoneAlone = {
  readonly kind: Heard<ApprovalKind>
  readonly cents: number | null
  readonly at: string
  readonly site: string
}

/** To CONTACT_EMAIL: an admin did alone what needs two. The names are on the page that it links to. */
export const doneAloneMail = ({ kind, cents, at, site }: DoneAlone) => {
  const sum = cents === null ? '' : ` (${formatKsh(cents / 100)})`
  const english = kind === unknownWord ? 'did something that needs two admins' : doneInEnglish[kind]
  const swahili = kind === unknownWord ? 'alifanya jambo linalohitaji wasimamizi wawili' : doneInSwahili[kind]
  return {
    subject: 'Done without a second admin',
    text: `Hello,

on ${nairobiTime(at)} an admin ${english}${sum}. No other admin could approve it. See who it was and for whom:
${site}/Admin/approvals

Habari,

tarehe ${nairobiTime(at, 'sw')} msimamizi ${swahili}${sum}. Hakukuwa na msimamizi mwingine wa kuidhinisha. Angalia ni nani na kwa ajili ya nani:
${site}/Admin/approvals

Tuma`,
    replyTo: null,
  }
}

const spentInEnglish: Record<Purse, string> = {
  handled: 'SMS about parcels in our hands',
  known: 'SMS for accounts and confirmed payments',
  strangers: 'SMS for strangers',
  unknownAddresses: 'e-mails to unknown addresses',
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

/** To CONTACT_EMAIL: four fifths of what a purse has for the day are gone. */
export const nearlySpentMail = ({ purse, spent, left, at, site }: NearlySpent) => ({
  subject: 'Most of the messages of today are used',
  text: `Hello,

on ${nairobiTime(at)} ${spent} of ${spent + left} ${spentInEnglish[purse]} were used. What is beyond them goes tomorrow. See what is left, and stop strangers if you must:
${site}/Admin

Habari,

tarehe ${nairobiTime(at, 'sw')} ${spent} kati ya ${spent + left} za ${spentInSwahili[purse]} zimetumika. Zitakazozidi zitatumwa kesho. Angalia zilizobaki, na uwazuie wasiojulikana ikibidi:
${site}/Admin

Tuma`,
  replyTo: null,
})
