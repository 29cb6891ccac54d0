import { type MpesaRefusal, mpesaRefusals, type PastedNote, sameWords } from '@tuma/contracts/vocabulary'
import { newsForm, otherForm, type PaidForm, paidForm, reversedReceipt } from './message-forms.ts'
import { codeAgreesWith, type TillPayment } from './mpesa-message.ts'
import { cleanPasted, cutAtReceipts, maxPastedLength, maxPieces, type Piece } from './pasted-text.ts'

/** Our till, as messages name it. Without numbers its name alone decides. */
export type OurTill = { readonly name: string; readonly numbers: readonly string[] }
/** What one of the pasted messages is; `receipt`: M-Pesa's code in it, or null. */
export type FoundMessage = { readonly receipt: string | null; readonly what: MpesaRefusal | PastedNote }
export type ReadPasted = {
  readonly read: TillPayment | { readonly refused: MpesaRefusal }
  /**
   * The code by which the payer may claim what was paid from a bank, from Airtel or in words that we can not read; else
   * null.
   */
  readonly receipt: string | null
  /** Every message except the one that `read` is about. */
  readonly found: readonly FoundMessage[]
  /** Unknown texts: they may contain personal data. */
  readonly unread: readonly string[]
}

/**
 * Reads the pasted text: the one payment to our till in it, or why there is no such payment, and what all the rest is.
 * A payment to another till is returned where it is the only message, so that the claimer can be told. Linear in the
 * length, which is limited first.
 */
export const readPasted = (text: string, till: OurTill): ReadPasted => {
  if (text.length > maxPastedLength) return refusedWith('too_long')
  const cleaned = cleanPasted(text)
  if (cleaned.length > maxPastedLength) return refusedWith('too_long')
  const { lead, pieces } = cutAtReceipts(cleaned)
  if (pieces.length > maxPieces) return refusedWith('several_messages')
  return chosenFrom([...readLead(lead), ...pieces.map((piece) => readPiece(piece, till))], pieces)
}

/** For one message: a payment to any till, or why it is not a payment. */
export const readMessage = (text: string): ReadPasted['read'] => readPasted(text, { name: '', numbers: [] }).read

type Read = {
  readonly receipt: string | null
  readonly what: MpesaRefusal | PastedNote | 'ours' | 'other_till' | null
  readonly paid?: TillPayment
  readonly text: string
}

const readLead = (lead: string): Read[] => {
  const form = otherForm(lead)
  return lead === '' ? [] : [{ receipt: null, what: null, text: lead, ...form }]
}

const readPiece = ({ receipt, news }: Piece, till: OurTill): Read => {
  const text = `${receipt} Confirmed. ${news}`
  const other = newsForm(news)
  if (other) return { receipt, what: other, text }
  const form = paidForm(news)
  if (!form) return { receipt, what: null, text }
  const what = toPlace(form, till)
  if (what !== 'ours' && what !== 'other_till') return { receipt, what, text }
  const { amount, paidAt } = form
  const recipient = what === 'ours' ? till.name || form.recipient : form.recipient
  const codeDateAgrees = codeAgreesWith(receipt, paidAt)
  return { receipt, what, text, paid: { kind: 'till', code: receipt, amount, recipient, paidAt, codeDateAgrees } }
}

/** Whether the money went to our till. A number decides more surely than a name. */
const toPlace = ({ verb, number, recipient, toAccount }: PaidForm, { name, numbers }: OurTill): Read['what'] => {
  if (toAccount) return 'paybill'
  const isNamed = bare(recipient) === bare(name)
  if (number !== null) return (numbers.length > 0 ? numbers.includes(number) : isNamed) ? 'ours' : 'other_recipient'
  if (verb === 'sent') return 'sent_to_person'
  return isNamed || numbers.includes(numberBehind(recipient)) ? 'ours' : 'other_till'
}
/** `TUMA PARCELS - 555123`. A number there may also belong to the name, so only one of our numbers counts. */
const numberBehind = (recipient: string): string => /[ -](\d{5,8})$/.exec(recipient)?.[1] ?? ''
const bare = (name: string): string => sameWords(name).replace(/\.$/, '')

const chosenFrom = (all: readonly Read[], pieces: readonly Piece[]): ReadPasted => {
  const unread = all.filter(({ what }) => what === null || what === 'unknown_form').map(({ text }) => text)
  const ours = all.filter(({ what }) => what === 'ours')
  const [first] = ours.length > 0 ? ours : all.filter(({ what }) => what === 'other_till')
  if (!first?.paid) return { ...refusedByAll(all), unread }
  const { paid } = first
  const found = all.flatMap((one) => foundIn(one, paid))
  const same = JSON.stringify(paid)
  if (ours.some((one) => JSON.stringify(one.paid) !== same))
    return { ...refusedWith('several_messages'), found, unread }
  if (pieces.some(({ news }) => reversedReceipt(news) === paid.code))
    return { ...refusedWith('reversed'), found, unread }
  return { read: paid, receipt: null, found, unread }
}

/** A notice of Fuliza with the payment's own code is about the same payment. */
const foundIn = ({ receipt, what }: Read, paid: TillPayment): FoundMessage[] => {
  if (what === null || what === 'ours' || (what === 'fuliza' && receipt === paid.code)) return []
  return receipt === paid.code && what === 'other_till'
    ? []
    : [{ receipt, what: what === 'other_till' ? 'other_recipient' : what }]
}

/** The kinds that a payer can act on come first. */
const mainFirst = [
  ...['paid_by_bank', 'paid_by_airtel', 'other_recipient', 'paybill', 'sent_to_person'],
  ...['reversed', 'money_received', 'fuliza', 'balance'],
]

/** The answer where there is no payment to our till. */
const refusedByAll = (all: readonly Read[]): Omit<ReadPasted, 'unread'> => {
  const known = all.flatMap(({ receipt, what, text }): FoundMessage[] => {
    if (what === 'ours' || what === 'other_till') return []
    if (what !== null) return [{ receipt, what }]
    return receipt === null || text === '' ? [] : [{ receipt, what: 'unknown_form' }]
  })
  const main = known.toSorted((one, other) => getRank(one) - getRank(other))[0]
  const refused = main && isRefusal(main.what) ? main.what : 'not_mpesa'
  const claimable = known.find(({ what, receipt }) => receipt !== null && byReceipt.includes(what))
  const found = known.filter((one) => one !== main || !isRefusal(one.what))
  return { read: { refused }, receipt: claimable?.receipt ?? null, found }
}
const byReceipt: readonly string[] = ['paid_by_bank', 'paid_by_airtel', 'swahili', 'receipt_only', 'unknown_form']
const getRank = ({ what }: FoundMessage): number => {
  const rank = mainFirst.indexOf(what)
  return rank === -1 ? mainFirst.length : rank
}
const isRefusal = (what: string): what is MpesaRefusal => what in mpesaRefusals

const refusedWith = (refused: MpesaRefusal): ReadPasted => ({ read: { refused }, receipt: null, found: [], unread: [] })
