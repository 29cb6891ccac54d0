import type { Decider, DomainEvent } from '@tuma/platform/domain'
import { getShillings, isConfirmed, isUsable, type Payment, type PaymentEvent } from './payment.ts'

/**
 * The reminder of a payer about money that no parcel was booked with. The stream is named by a keyed hash of the key in
 * the link, so the store opens no payment. The key follows from the payment, so a payment has one reminder.
 */
export const reminderStream = (keyHash: string): string => `reminder-${keyHash}`

export type ReminderEvent = DomainEvent<
  'PayerReminded',
  { readonly paymentId: string /** The link works until then. */; readonly until: string; readonly at: string }
>
export type RemindPayer = { readonly type: 'RemindPayer' } & ReminderEvent['data']
export type Reminder = ReminderEvent['data']

export const reminder: Decider<Reminder | null, RemindPayer, ReminderEvent> = {
  initialState: null,
  decide: ({ type: _, ...data }, given) => (given === null ? [{ type: 'PayerReminded', data }] : []),
  evolve: (_, { data }) => data,
}

const minuteMs = 60_000
const hourMs = 60 * minuteMs
/** A sender who is still filling in the form gets no SMS. */
const afterMs = 10 * minuteMs
/** After an outage, the office takes care of older payments. */
const atMostMs = 48 * hourMs
const linkMs = 24 * hourMs
/** Hours of Nairobi during which a payer may be reminded. */
const [opens, closes] = [8, 20]

export const linkEndsAt = (at: string): string => later(at, linkMs)

/** The range of payment times whose payers may be reminded now; null at night. @param hour of Nairobi, 0 to 23 */
export const remindedBetween = (at: string, hour: number): { readonly from: string; readonly to: string } | null =>
  hour < opens || hour >= closes ? null : { from: later(at, -atMostMs), to: later(at, -afterMs) }

/**
 * Until when a payment is not looked at again: always once its payer was reminded, else for an hour, because M-Pesa may
 * report later which phone paid.
 */
export const restsUntil = (at: string, isReminded: boolean): string => later(at, isReminded ? atMostMs : hourMs)

const later = (at: string, ms: number): string => new Date(Date.parse(at) + ms).toISOString()

/** Proven money that its payer can book with, and that was never used, paid back or taken from them. */
export const isLeftUnused = (payment: Payment, past: readonly Pick<PaymentEvent, 'type'>[]): boolean =>
  payment.payers.length > 0 &&
  isUsable(payment) &&
  isConfirmed(payment) &&
  !payment.reversed &&
  payment.refunds.length === 0 &&
  getShillings(payment) > 0 &&
  !past.some(({ type }) => type === 'PaymentUsed' || type === 'PaymentUnbound')
