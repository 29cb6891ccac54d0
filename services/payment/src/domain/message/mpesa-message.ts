import { getEatDay, type Shillings } from '@tuma/contracts/vocabulary'

/** A payment to a till, from the message that its payer got. */
export type TillPayment = {
  readonly kind: 'till'
  /** M-Pesa's receipt code, in capitals: it names the payment for ever. */
  readonly code: string
  /** Whole shillings; cents on top do not count. */
  readonly amount: Shillings
  /** The till's trading name, without the full stop that follows it in the message. */
  readonly recipient: string
  /** ISO instant, to the minute. */
  readonly paidAt: string
  /**
   * A receipt code contains its day. Another day needs a second look and is no proof, because the rule is not
   * published.
   */
  readonly codeDateAgrees: boolean
}

const wholeCode = /^[A-Z][A-L][1-9A-V][0-9A-Z]{7}$/

export const isReceiptCode = (typed: string): boolean => wholeCode.test(typed)

/**
 * What the receipt code alone says about a payment that is known in another way; null where it is not a receipt code.
 */
export const paidByCode = (
  receipt: string,
  known: Pick<TillPayment, 'amount' | 'recipient' | 'paidAt'>,
): TillPayment | null =>
  wholeCode.test(receipt)
    ? { kind: 'till', code: receipt, ...known, codeDateAgrees: codeAgreesWith(receipt, known.paidAt) }
    : null

export const codeAgreesWith = (receipt: string, paidAt: string): boolean => dayOfCode(receipt) === getEatDay(paidAt)

/** U: 2026, K: November, M: the 22nd. */
const dayOfCode = (receipt: string): string => {
  const number = (value: number) => String(value).padStart(2, '0')
  const letter = (at: number) => receipt.charCodeAt(at) - 'A'.charCodeAt(0)
  return `${2006 + letter(0)}-${number(letter(1) + 1)}-${number(Number.parseInt(receipt.charAt(2), 32))}`
}

const dayMs = 24 * 60 * 60 * 1000

/** Whether the days differ by more than one, because the time at which a code's day begins is not published. */
export const isOfAnotherDay = ({ code, paidAt }: Pick<TillPayment, 'code' | 'paidAt'>): boolean => {
  const apart = Math.abs(Date.parse(dayOfCode(code)) - Date.parse(getEatDay(paidAt)))
  return !(apart <= dayMs)
}

/** The beginning of every receipt code of a day, which `dayOfCode` reads. Years 2006 to 2031. */
export const getCodeBeginning = (day: string): string => {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  const letter = (index: number) => String.fromCharCode('A'.charCodeAt(0) + index)
  return letter(year - 2006) + letter(month - 1) + date.toString(32).toUpperCase()
}

/** The message in M-Pesa's words, without the balance and what follows. It is shown instead of the pasted text. */
export const getSentence = (paid: Pick<TillPayment, 'code' | 'amount' | 'recipient' | 'paidAt'>): string => {
  const [year = '', month, day] = getEatDay(paid.paidAt).split('-')
  const [hour, minute] = toNairobiTime(paid.paidAt)
  const on = `${Number(day)}/${Number(month)}/${year.slice(2)} at ${hour % 12 || 12}:${minute} ${hour < 12 ? 'AM' : 'PM'}`
  return `${paid.code} Confirmed. Ksh${paid.amount.toLocaleString('en-KE')}.00 paid to ${paid.recipient}. on ${on}.`
}

const toNairobiTime = (instant: string): [hour: number, minute: string] => [
  (Number(instant.slice(11, 13)) + 3) % 24,
  instant.slice(14, 16),
]
