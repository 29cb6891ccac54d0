import { eatDayOf, type MpesaRefusal, type Shillings } from '@tuma/contracts/vocabulary'

/** A payment to a till, as the message that its payer got tells it. */
export type TillPayment = {
  readonly kind: 'till'
  /** M-Pesa's receipt code, in capitals: it names the payment for ever. */
  readonly code: string
  /** Whole shillings; cents that were paid on top do not count. */
  readonly amount: Shillings
  /** The till's trading name, without the full stop that follows it in the message. */
  readonly recipient: string
  /** ISO instant, to the minute. */
  readonly paidAt: string
  /** A receipt code tells its own day. One that disagrees deserves a second look, no more: the rule is not published. */
  readonly codeDateAgrees: boolean
}
export type ReadMessage = TillPayment | { readonly refused: MpesaRefusal }

const longest = 2000
const code = '[A-Z][A-L][1-9A-V][0-9A-Z]{7}'
const money = 'Ksh ?(\\d{1,3}(?:,\\d{3})+(?:\\.\\d{2})?|\\d+(?:\\.\\d{2})?)'
const when = 'on (\\d{1,2})/(\\d{1,2})/(\\d{2}(?:\\d{2})?) at (\\d{1,2}):(\\d{2}) ?([AP])M'

/** Codes come in capitals; in small letters "the transaction confirmed" would look like one. */
const everyBeginning = new RegExp(`${code} [Cc]onfirmed`, 'g')
const beginning = new RegExp(`^(?:Congratulations! )?(${code}) confirmed\\.? ?`, 'i')
const wholeCode = new RegExp(`^${code}$`)
const payment = new RegExp(`^${money} (paid|sent) to (.+?)\\.? ${when}`, 'i')
const account = / (?:for account|account number) /i

/** What may follow the code instead of a payment. Anchored: a payment's own tail names its balance, and advertises. */
const otherNews: readonly (readonly [MpesaRefusal, RegExp])[] = [
  ['reversed', /^(?:reversal of )?transaction .{0,80}\breversed\b/i],
  ['fuliza', /^(?:your )?fuliza m-pesa\b/i],
  ['balance', /^your (?:[\w-]+ ){0,2}balance\b/i],
  ['money_received', new RegExp(`^(?:you have received\\b|${when} ?${money} received from\\b)`, 'i')],
]

/**
 * Reads what somebody pasted: a payment to a till, or why it is none. Time grows with the length, which is capped
 * first. Swahili messages are not known well enough yet: `not_mpesa`.
 */
export const readMpesaMessage = (text: string): ReadMessage => {
  if (text.length > longest) return { refused: 'too_long' }
  const message = text.replace(/\s+/g, ' ').trim()
  if ((message.match(everyBeginning)?.length ?? 0) > 1) return { refused: 'several_messages' }

  const [begins = '', receipt] = beginning.exec(message) ?? []
  const news = message.slice(begins.length)
  const other = otherNews.find(([, says]) => says.test(news))
  if (other) return { refused: other[0] }
  return receipt ? readPayment(receipt.toUpperCase(), news) : { refused: 'not_mpesa' }
}

const readPayment = (receipt: string, news: string): ReadMessage => {
  const [, paid = '', verb = '', recipient = '', ...at] = payment.exec(news) ?? []
  const amount = Math.floor(Number(paid.replaceAll(',', '')))
  const paidAt = instantOf(at)
  if (paidAt === null || amount < 1 || !Number.isSafeInteger(amount)) return { refused: 'not_mpesa' }
  if (account.test(recipient)) return { refused: 'paybill' }
  if (verb.toLowerCase() === 'sent') return { refused: 'sent_to_person' }
  return {
    kind: 'till',
    code: receipt,
    amount,
    recipient,
    paidAt,
    codeDateAgrees: dayOfCode(receipt) === eatDayOf(paidAt),
  }
}

/** Day, month, year, hour, minute and A or P in Nairobi, to an ISO instant; null when there is no such time. */
const instantOf = ([day = '', month = '', year = '', hour = '', minute = '', half = '']: readonly string[]) => {
  const date = `${year.padStart(4, '20')}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  if (Number(hour) < 1 || Number(hour) > 12) return null
  const hours = (Number(hour) % 12) + (half.toUpperCase() === 'P' ? 12 : 0)
  const instant = new Date(`${date}T${String(hours).padStart(2, '0')}:${minute}:00.000+03:00`)
  // The 31st of a shorter month would slip into the next.
  return Number.isNaN(instant.getTime()) || eatDayOf(instant.toISOString()) !== date ? null : instant.toISOString()
}

export const isReceiptCode = (typed: string): boolean => wholeCode.test(typed)

/** What a payment's receipt code says by itself, of a payment that is known otherwise; null where it is no such code. */
export const paidByCode = (
  receipt: string,
  known: Pick<TillPayment, 'amount' | 'recipient' | 'paidAt'>,
): TillPayment | null =>
  wholeCode.test(receipt)
    ? { kind: 'till', code: receipt, ...known, codeDateAgrees: dayOfCode(receipt) === eatDayOf(known.paidAt) }
    : null

/** U: 2026, K: November, M: the 22nd. */
const dayOfCode = (receipt: string): string => {
  const number = (value: number) => String(value).padStart(2, '0')
  const letter = (at: number) => receipt.charCodeAt(at) - 'A'.charCodeAt(0)
  return `${2006 + letter(0)}-${number(letter(1) + 1)}-${number(Number.parseInt(receipt.charAt(2), 32))}`
}

const dayMs = 24 * 60 * 60 * 1000

/** By more than a day, for nobody has told us at which moment a code's day begins. */
export const isOfAnotherDay = ({ code, paidAt }: Pick<TillPayment, 'code' | 'paidAt'>): boolean => {
  const apart = Math.abs(Date.parse(dayOfCode(code)) - Date.parse(eatDayOf(paidAt)))
  return !(apart <= dayMs)
}

/** The beginning of every receipt code of a day: what `dayOfCode` reads. Years 2006 to 2031. */
export const codeBeginningOf = (day: string): string => {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  const letter = (index: number) => String.fromCharCode('A'.charCodeAt(0) + index)
  return letter(year - 2006) + letter(month - 1) + date.toString(32).toUpperCase()
}

/** The message as M-Pesa words it, without the balance and what follows: what is shown instead of the pasted text. */
export const sentenceOf = (paid: Pick<TillPayment, 'code' | 'amount' | 'recipient' | 'paidAt'>): string => {
  const [year = '', month, day] = eatDayOf(paid.paidAt).split('-')
  const [hour, minute] = nairobiTimeOf(paid.paidAt)
  const on = `${Number(day)}/${Number(month)}/${year.slice(2)} at ${hour % 12 || 12}:${minute} ${hour < 12 ? 'AM' : 'PM'}`
  return `${paid.code} Confirmed. Ksh${paid.amount.toLocaleString('en-KE')}.00 paid to ${paid.recipient}. on ${on}.`
}

const nairobiTimeOf = (instant: string): [hour: number, minute: string] => [
  (Number(instant.slice(11, 13)) + 3) % 24,
  instant.slice(14, 16),
]
