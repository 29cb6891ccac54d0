import type { Heard } from '@tuma/contracts/events'
import { unknownWord } from '@tuma/contracts/events'
import { type ApprovalKind, formatKsh } from '@tuma/contracts/vocabulary'
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
  payee_number: 'alibadilisha namba ya mlipwaji',
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
