import type { Decider, DomainEvent } from '@tuma/platform/domain'
import { getShillings, isConfirmed, isUsable, type Payment, type PaymentEvent } from './payment.ts'

/**
 * That a payer was told of money that no parcel was booked with. The stream is named by a keyed hash of the key in their link,
 * so the store opens no payment; the key follows from the payment, so a payment has one reminder.
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
/** After an outage, older payments are the office's. */
const atMostMs = 48 * hourMs
const linkMs = 24 * hourMs
/** Hours of Nairobi in which a payer may be told. */
const [opens, closes] = [8, 20]

export const linkEndsAt = (at: string): string => later(at, linkMs)

/** Between which instants a payment was made that its payer may be told of now; null at night. @param hour of Nairobi, 0 to 23 */
export const remindedBetween = (at: string, hour: number): { readonly from: string; readonly to: string } | null =>
  hour < opens || hour >= closes ? null : { from: later(at, -atMostMs), to: later(at, -afterMs) }

/**
 * Until when a payment is not looked at again: for good once its payer was reminded, else for an hour, because M-Pesa may
 * tell later which phone paid.
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
