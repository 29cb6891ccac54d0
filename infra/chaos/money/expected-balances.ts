import type { Mpesa } from '@tuma/mpesa'
import { type Balances, openExpectedLedger } from '@tuma/simulation/accounts'
import type { Ledger, Parcel, Payment } from '../ledger.ts'

type Movement = ReturnType<Mpesa['ledger']['movements']>[number]
type ExpectedLedger = ReturnType<typeof openExpectedLedger>

/** The accounts as they must be once nothing is under way, computed only from people's answers and M-Pesa. */
export const computeExpectedBalances = (ledger: Ledger, mpesa: Mpesa): Balances => {
  const expected = openExpectedLedger()
  const payments = new Map(ledger.payments().map((payment) => [payment.receipt, payment]))
  for (const movement of mpesa.ledger.movements()) {
    const payment = payments.get(movement.linked ?? movement.receipt)
    if (movement.kind === 'reversal') recordReversal(expected, -movement.cents, payment)
    else recordMovement(expected, movement, payment)
  }
  recordPayIns(expected, ledger, mpesa)
  for (const parcel of ledger.parcels()) {
    if (parcel.atCounter === 'cash') recordAtCounter(expected, parcel)
    if (parcel.taken?.how !== 'cash') continue
    expected.record('doorPaidInCash', getDue(parcel))
    expected.record('feeEarned', getDue(parcel))
  }
  for (const { cents: cash, counted } of ledger.handOvers.values()) {
    expected.record('handedOver', { cash })
    if (counted !== null) expected.record('received', { counted, short: cash - counted })
  }
  for (const { cents } of ledger.payouts()) expected.record('paidOut', { cents })
  return expected.balances()
}

const recordAtCounter = (expected: ExpectedLedger, parcel: Parcel): void => {
  const { fee } = getDue(parcel)
  expected.record('paidAtCounter', { fee })
  expected.record('feeEarned', { fee })
  if (parcel.cancelled) expected.record('cancelledAtCounter', { fee })
}

const recordMovement = (
  expected: ExpectedLedger,
  { kind, status, cents }: Movement,
  payment: Payment | undefined,
): void => {
  if (status !== 'Completed') return
  if (kind === 'charge') expected.record('charged', { cents: -cents })
  if (kind === 'settlement') expected.record('settled', { cents: -cents })
  if (kind !== 'payment') return
  expected.record('paidToTill', { paid: cents })
  if (!payment) return
  if (payment.parcel?.taken) {
    expected.record('doorPaidByMpesa', getDue(payment.parcel))
    expected.record('feeEarned', getDue(payment.parcel))
    return
  }
  expected.record('toldMoneyClaimed', { paid: cents })
  const added = payment.topUps.reduce((sum, { shillings }) => sum + shillings * 100, 0)
  if (payment.parcel) recordBooking(expected, cents + added, payment, payment.parcel)
}

/** Money at the till took so many cents out of a drawer; once it goes back, they are in the drawer again. */
const recordPayIns = (expected: ExpectedLedger, { payIns }: Ledger, mpesa: Mpesa): void => {
  for (const { kind, receipt, linked } of mpesa.ledger.movements()) {
    const cash = payIns.get(linked ?? receipt) ?? 0
    if (kind === 'payment') expected.record('paidIn', { cash })
    if (kind === 'reversal') expected.record('payInTakenBack', { cash })
  }
}

/** The sender of a parcel that the payment has paid for owes its fee. */
const recordReversal = (expected: ExpectedLedger, paid: number, payment: Payment | undefined): void => {
  if (payment?.parcel) {
    const { fee } = getDue(payment.parcel)
    expected.record('reversedBooked', { fee, over: paid - fee })
  } else expected.record(payment ? 'reversedUnused' : 'reversedUnclaimed', { paid })
}

const recordBooking = (expected: ExpectedLedger, cents: number, { refund }: Payment, parcel: Parcel): void => {
  const { fee } = getDue(parcel)
  const over = cents - fee
  expected.record('booked', { over })
  expected.record('feeEarned', { fee })
  const left = refund === 'noted' ? 0 : over
  expected.record('refundedOver', { cents: over - left })
  if (parcel.freed) expected.record('deletedBeforeHandIn', { fee, over: left })
}

/** In cents. */
const getDue = ({ fee, price }: Parcel) => ({ fee: fee * 100, product: price * 100 })
