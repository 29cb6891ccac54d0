import { getEatDay, type MpesaRefusal, type PastedNote, type Shillings } from '@tuma/contracts/vocabulary'

/** A payment to a business, as a message tells it. */
export type PaidForm = {
  readonly amount: Shillings
  readonly verb: 'paid' | 'sent'
  readonly recipient: string
  /** The number of the till or PayBill, where the message names it. */
  readonly number: string | null
  readonly toAccount: boolean
  /** ISO instant, to the minute. */
  readonly paidAt: string
}

const money = '(?:KSH|KES)\\.? ?(\\d{1,3}(?:,\\d{3})+(?:\\.\\d{1,2})?|\\d+(?:\\.\\d{1,2})?)'
const clock = '(\\d{1,2}):(\\d{2})'
/** SMS: 21/11/26 at 9:30 AM. Some copies have 21/11/2026 09:30:15. */
const dateOfSms = `(\\d{1,2})/(\\d{1,2})/(\\d{2}(?:\\d{2})?),?(?: at)? ${clock}(?::\\d{2})?(?: ?([AP])M)?`
/** My OneApp: 21st Nov 2026 at 9:30 am. */
const dateInWords = `(\\d{1,2})(?:st|nd|rd|th)? ([A-Z]{3})[a-z]{0,6},? (\\d{4}),?(?: at)? ${clock}(?: ?([AP])M)?`
/** MySafaricom: 21-11-2026 09:30. */
const dateWithDashes = `(\\d{1,2})-(\\d{1,2})-(\\d{4}),?(?: at)? ${clock}(?::\\d{2})?(?: ?([AP])M)?`

const paying = new RegExp(`^${money} (paid|sent) to `, 'i')
const when = [dateOfSms, dateInWords, dateWithDashes].map((date) => new RegExp(` on ${date}`, 'i'))
const app = / via (?:my ?oneapp|my ?safaricom(?: app)?|m-?pesa app)$/i
const numbered = /(?:,? ?\(|, ?)(\d{5,8})\)?$/
const account = / (?:for account|account number) /i

/** A payment, in any of the forms of M-Pesa and its apps; null where it is not a payment. Linear in its length. */
export const paidForm = (news: string): PaidForm | null => {
  const [begins = '', paid = '', verb = ''] = paying.exec(news) ?? []
  const rest = news.slice(begins.length)
  const dated = takeFirst(when.map((date) => date.exec(rest)))
  if (!begins || !dated) return null
  const paidAt = getInstant(dated)
  const amount = Math.floor(Number(paid.replaceAll(',', '')))
  if (paidAt === null || amount < 1 || !Number.isSafeInteger(amount)) return null
  const to = rest.slice(0, dated.index).replace(app, '').replace(/\.$/, '')
  const toAccount = account.test(to)
  const number = toAccount ? null : (numbered.exec(to)?.[1] ?? null)
  const recipient = number === null ? to : to.replace(numbered, '')
  return recipient === ''
    ? null
    : { amount, verb: verb.toLowerCase() as 'paid' | 'sent', recipient, number, toAccount, paidAt }
}

const takeFirst = (found: readonly (RegExpExecArray | null)[]): RegExpExecArray | null =>
  found.reduce((first, one) => (!first || (one && one.index < first.index) ? one : first), null)

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** From Nairobi's time to an ISO instant; null when there is no such time. */
const getInstant = ([, day = '', month = '', year = '', hour = '', minute = '', half]: RegExpExecArray):
  | string
  | null => {
  const named = months.indexOf(month.toLowerCase()) + 1
  const number = named === 0 ? month : String(named)
  const date = `${year.padStart(4, '20')}-${number.padStart(2, '0')}-${day.padStart(2, '0')}`
  const hours = half === undefined ? Number(hour) : getHour(Number(hour), half)
  if (hours === null) return null
  const instant = new Date(`${date}T${String(hours).padStart(2, '0')}:${minute}:00.000+03:00`)
  // The 31st of a shorter month would become a day of the next month.
  return Number.isNaN(instant.getTime()) || getEatDay(instant.toISOString()) !== date ? null : instant.toISOString()
}

const getHour = (hour: number, half: string): number | null =>
  hour < 1 || hour > 12 ? null : (hour % 12) + (half.toUpperCase() === 'P' ? 12 : 0)

/**
 * What may follow "Confirmed." instead of a payment. Anchored, because the end of a payment's own message names the
 * balance and has advertisements.
 */
const otherNews: readonly (readonly [MpesaRefusal | PastedNote, RegExp])[] = [
  ['reversed', /^(?:reversal of )?transaction .{0,80}\breversed\b/i],
  [
    'fuliza',
    new RegExp(`^(?:(?:your )?fuliza m-pesa\\b|${money} from your m-pesa has been used to .{0,60}\\bfuliza\\b)`, 'i'),
  ],
  ['balance', /^your (?:[\w-]+ ){0,2}balance\b/i],
  ['money_received', new RegExp(`^(?:you have received\\b|(?:${dateOfSms} ?)?${money} received from\\b)`, 'i')],
  ['money_received', new RegExp(`^on ${dateOfSms} ?${money} received from\\b`, 'i')],
  ['withdrawal', new RegExp(`^(?:on ${dateOfSms} ?)?withdraw\\b`, 'i')],
  ['deposit', new RegExp(`^(?:on ${dateOfSms} ?)?give ${money} cash to\\b`, 'i')],
  ['airtime', new RegExp(`^you bought ${money} of airtime\\b`, 'i')],
  [
    'savings',
    new RegExp(
      `^${money} (?:transferr?ed|sent) (?:to|from) (?:your )?(?:kcb|m-?shwari|m-pesa account|savings|lock savings)`,
      'i',
    ),
  ],
]

/** What a message without a payment is; null where it is unknown. */
export const newsForm = (news: string): MpesaRefusal | PastedNote | null =>
  otherNews.find(([, says]) => says.test(news))?.[0] ?? null

const reversal = /^(?:reversal of )?transaction ([A-Z0-9]{10})\b/i
/** The receipt code that a message takes back. */
export const reversedReceipt = (news: string): string | null => reversal.exec(news)?.[1]?.toUpperCase() ?? null

const anyReceipt = /(?<![0-9A-Z])[A-Z][A-L][1-9A-V][0-9A-Z]{7}(?![0-9A-Z])/
const onlyReceipt = /^[A-Z][A-L][1-9A-V][0-9A-Z]{7}\.?$/i
const anyMoney = /\b(?:KES|KSH)\.? ?\d/i
const ofBank = /\b(?:bank|ref|reference|till|buy goods|m-?pesa)\b/i

/** Texts that do not begin as M-Pesa's messages do, by their words. */
const otherForms: readonly (readonly [MpesaRefusal | PastedNote, (text: string, receipt: string | null) => boolean])[] =
  [
    ['receipt_only', (text) => onlyReceipt.test(text)],
    ['swahili', (text, receipt) => receipt !== null && /\bimethibitishwa\b/i.test(text)],
    ['failed', (text) => /^failed\b/i.test(text)],
    ['balance', (text) => /^your (?:[\w-]+ ){0,2}balance\b/i.test(text)],
    ['paid_by_airtel', (text) => /\bairtel\b/i.test(text) && anyMoney.test(text)],
    ['paid_by_bank', (text, receipt) => anyMoney.test(text) && receipt !== null && ofBank.test(text)],
    ['paid_by_bank', (text) => anyMoney.test(text) && /\bbank\b/i.test(text)],
    ['unknown_form', (_text, receipt) => receipt !== null],
  ]

/**
 * With the M-Pesa receipt code in the text, by which its payer may claim the payment; null where the text is unknown.
 */
export const otherForm = (text: string): { what: MpesaRefusal | PastedNote; receipt: string | null } | null => {
  const receipt = (onlyReceipt.test(text) ? text.slice(0, 10).toUpperCase() : anyReceipt.exec(text)?.[0]) ?? null
  const [what] = otherForms.find(([, says]) => says(text, receipt)) ?? []
  return what === undefined ? null : { what, receipt }
}
