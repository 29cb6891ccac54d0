import { Refused } from '@tuma/contracts/vocabulary'
import { type Bearer, isPayer, isUsable, type Payment, type PaymentEvent, payerFrom, type Shown } from './payment.ts'

/** The payer opened the link of their SMS in another browser. */
export type TakeByLink = Bearer & {
  readonly type: 'TakeByLink'
  readonly shown: Shown
  /** When the price was quoted before: the link changes no price. */
  readonly quotedAt: string
  readonly at: string
}

/** Gives the payment to that browser, for one booking. @throws Refused payment_used */
export const takeByLink = (command: TakeByLink, payment: Payment | null): PaymentEvent[] => {
  const { type: _, shown, ...bound } = command
  if (!payment || !isUsable(payment)) throw new Refused('payment_used')
  const last = payment.payers.at(-1)
  if (last && isPayer(last, shown)) return []
  return [{ type: 'PaymentBound', data: { by: 'link', payer: payerFrom(shown), ...bound, note: null } }]
}
