import type { Mpesa } from '@tuma/mpesa'
import { type Balances, openOutsideLedger } from '@tuma/simulation/accounts'
import type { Ledger, Parcel, Payment } from '../ledger.ts'

type Movement = ReturnType<Mpesa['ledger']['movements']>[number]
type Outside = ReturnType<typeof openOutsideLedger>

/** The accounts as they must be once nothing is under way, computed only from people's answers and M-Pesa. */
export const computeExpectedBalances = (ledger: Ledger, mpesa: Mpesa): Balances => {
  const outside = openOutsideLedger()
  const payments = new Map(ledger.payments().map((payment) => [payment.receipt, payment]))
  for (const movement of mpesa.ledger.movements()) {
    const payment = payments.get(movement.linked ?? movement.receipt)
    if (movement.kind === 'reversal') recordReversal(outside, -movement.cents, payment)
    else recordMovement(outside, movement, payment)
  }
  for (const parcel of ledger.parcels()) {
    if (parcel.taken?.how !== 'cash') continue
    outside.record('doorPaidInCash', getDue(parcel))
    outside.record('feeEarned', getDue(parcel))
  }
  for (const { cents: cash, counted } of ledger.handOvers.values()) {
    outside.record('handedOver', { cash })
    if (counted !== null) outside.record('received', { counted, short: cash - counted })
  }
  for (const { cents } of ledger.payouts()) outside.record('paidOut', { cents })
  return outside.balances()
}

const recordMovement = (outside: Outside, { kind, status, cents }: Movement, payment: Payment | undefined): void => {
  if (status !== 'Completed') return
  if (kind === 'charge') outside.record('charged', { cents: -cents })
  if (kind === 'settlement') outside.record('settled', { cents: -cents })
  if (kind !== 'payment') return
  outside.record('paidToTill', { paid: cents })
  if (!payment) return
  if (payment.parcel?.taken) {
    outside.record('doorPaidByMpesa', getDue(payment.parcel))
    outside.record('feeEarned', getDue(payment.parcel))
    return
  }
  outside.record('toldMoneyClaimed', { paid: cents })
  const added = payment.topUps.reduce((sum, { shillings }) => sum + shillings * 100, 0)
  if (payment.parcel) recordBooking(outside, cents + added, payment, payment.parcel)
}

/** The sender of a parcel that the payment has paid for owes its fee. */
const recordReversal = (outside: Outside, paid: number, payment: Payment | undefined): void => {
  if (payment?.parcel) {
    const { fee } = getDue(payment.parcel)
    outside.record('reversedBooked', { fee, over: paid - fee })
  } else outside.record(payment ? 'reversedUnused' : 'reversedUnclaimed', { paid })
}

const recordBooking = (outside: Outside, cents: number, { refund }: Payment, parcel: Parcel): void => {
  const { fee } = getDue(parcel)
  const over = cents - fee
  outside.record('booked', { over })
  outside.record('feeEarned', { fee })
  const left = refund === 'noted' ? 0 : over
  outside.record('refundedOver', { cents: over - left })
  if (parcel.freed) outside.record('deletedBeforeHandIn', { fee, over: left })
}

/** In cents. */
const getDue = ({ fee, price }: Parcel) => ({ fee: fee * 100, product: price * 100 })
