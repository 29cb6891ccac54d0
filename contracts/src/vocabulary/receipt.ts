import { addDays, type EatDay } from './eat-day.ts'

/** Money that Tuma sends: a payout to a sender, or a refund of a payment. */
export const outgoings = ['payout', 'refund'] as const
export type Outgoing = (typeof outgoings)[number]

/**
 * How money that left was approved: the sum was small enough for one admin, another admin approved it, the office had
 * no other admin, or it left without approval (`missing`).
 */
export const outgoingApprovals = ['not_needed', 'given', 'alone', 'missing'] as const
export type OutgoingApproval = (typeof outgoingApprovals)[number]

/** In cents: M-Pesa moves no more at once (Ksh 250,000). */
export const maxMpesaCents = 25_000_000

/** A receipt in its stored form: capitals, without spaces and invisible characters. */
export const normaliseReceipt = (typed: string): string =>
  typed
    .normalize('NFKC')
    .replace(/[\s\p{Cf}]/gu, '')
    .toUpperCase()

/** The day in the first three letters of an M-Pesa receipt: UKM… is 22 November 2026. Null when they are no day. */
export const dayOfReceipt = (receipt: string): EatDay | null => {
  if (!/^[A-Z][A-L][1-9A-V]/.test(receipt)) return null
  const letter = (at: number) => receipt.charCodeAt(at) - 'A'.charCodeAt(0)
  const first = `${2006 + letter(0)}-${String(letter(1) + 1).padStart(2, '0')}-01`
  const day = addDays(first, Number.parseInt(receipt.charAt(2), 32) - 1)
  return day.slice(0, 7) === first.slice(0, 7) ? day : null
}

/** A receipt for sent money: 10 to 12 letters and digits that begin with a day. */
export const isOutgoingReceipt = (receipt: string): boolean =>
  /^[A-Z0-9]{10,12}$/.test(receipt) && dayOfReceipt(receipt) !== null
