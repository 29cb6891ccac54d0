import { type Facts, groupedBy, type Fact as Stored } from '../facts.ts'
import { hasStatement, type Ledger } from '../ledger.ts'
import type { MpesaOfSeed } from '../mpesa.ts'
import {
  getParcels,
  getRequestData,
  isCancelled,
  isDeleted,
  isFreed,
  selectOnly,
  toHistories,
  toReceipts,
} from '../parcel-histories.ts'
import type { ExpectedLedger } from './accounts.ts'

/** A payment as its payer and M-Pesa know it, in cents. */
type Payment = {
  /** What M-Pesa took; null if it has no such payment. */
  readonly told: number | null
  /** The amount of its message. */
  readonly shown: number
  readonly isClaimed: boolean
  readonly refunded: number
  readonly isReversed: boolean
}
/** Paid at the door, or cash of an agent: no payer claims it. */
const isOfAgent = ({ paidAtDoor, payIns }: Ledger, receipt: string): boolean =>
  paidAtDoor.has(receipt) || payIns.has(receipt)

type Of = { readonly ledger: Ledger; readonly mpesa: MpesaOfSeed; readonly facts: Facts }

const inCents = (shillings: number) => 100 * shillings

/** All payments by receipt: those of M-Pesa's account, and those that only a message claims. */
const getPayments = ({ ledger, mpesa }: Of): Map<string, Payment> => {
  const movements = mpesa.world.ledger.movements()
  const reversed = new Set(movements.map(({ linked }) => linked))
  const told = new Map(
    movements
      .filter(({ kind, status }) => kind === 'payment' && status === 'Completed')
      .map((one) => [one.receipt, one.cents]),
  )
  const receipts = new Set([...told.keys(), ...ledger.claimed.keys()])
  return new Map(
    [...receipts].map((receipt) => {
      const [cents, says] = [told.get(receipt) ?? null, ledger.claimed.get(receipt) ?? null]
      return [
        receipt,
        {
          told: cents,
          shown: says === null ? (cents ?? 0) : inCents(says),
          isClaimed: ledger.claimed.has(receipt) || (mpesa.heard.has(receipt) && !isOfAgent(ledger, receipt)),
          refunded: ledger.refunded.get(receipt) ?? 0,
          isReversed: reversed.has(receipt),
        },
      ]
    }),
  )
}

/**
 * Records all actions that were not recorded when they happened: what became of payments and parcels. A parcel's way is
 * read from its own events, which the other invariants compare with people's answers.
 */
export const recordOutcomes = (expectedBooks: ExpectedLedger, of: Of): void => {
  const payments = getPayments(of)
  const getReceipt = findingReceipts(of)
  const histories = groupedBy(
    getParcels(of.facts).flatMap(toHistories),
    (history) => getRequestData(history).deliveryId,
  )
  /** Fees of the parcels that payments pay for at the end, by receipt. */
  const fees = new Map<string, number>()
  for (const [deliveryId, all] of histories) {
    const receipt = getReceipt(deliveryId, all)
    const payment = receipt === undefined ? null : (payments.get(receipt) ?? null)
    for (const history of all) {
      recordLife(expectedBooks, history, payment)
      if (receipt === undefined) continue
      if (isFreed(history)) fees.delete(receipt)
      else fees.set(receipt, inCents(getRequestData(history).fee))
    }
  }
  for (const [receipt, payment] of payments) recordPayment(expectedBooks, payment, fees.get(receipt) ?? null)
  recordRows(expectedBooks, of)
  recordPayIns(expectedBooks, of)
}

/** What paid for a parcel: as its sender knows it, or where they got no answer, as its own events do. */
const findingReceipts = ({ ledger, facts: { events } }: Of) => {
  const known = new Map(ledger.parcels.map(({ deliveryId, receipt }) => [deliveryId, receipt]))
  const codes = toReceipts(events)
  return (deliveryId: string, histories: readonly (readonly Stored[])[]): string | undefined =>
    known.get(deliveryId) ?? histories.flatMap((history) => codes.get(getRequestData(history).paymentId) ?? [])[0]
}

/** How much was in the drawer when the money came is read from the product's events; other invariants check them. */
const recordPayIns = (expectedBooks: ExpectedLedger, { facts: { events } }: Of): void => {
  for (const { data } of selectOnly(events, 'CashPaidIn')) expectedBooks.record('paidIn', { cash: data.cents })
  for (const { data } of selectOnly(events, 'PayInReversed'))
    expectedBooks.record('payInTakenBack', { cash: data.cents })
}

const recordLife = (expectedBooks: ExpectedLedger, history: readonly Stored[], payment: Payment | null): void => {
  const fee = inCents(getRequestData(history).fee)
  const over = payment ? payment.shown - fee : 0
  if (payment) expectedBooks.record('booked', { over })
  for (const _ of selectOnly(history, 'DeliveryPaid')) expectedBooks.record('feeEarned', { fee })
  for (const { data } of selectOnly(history, 'DueTaken')) recordTaking(expectedBooks, data)
  const [taken] = selectOnly(history, 'DueTaken')
  if (isCancelled(history) && taken) expectedBooks.record('cancelledAtCounter', { fee })
  if (selectOnly(history, 'ReturnStarted').length > 0) {
    if (taken && !taken.data.beforehand) expectedBooks.record('turnedBackAfterPaying', getAmounts(taken.data))
    else expectedBooks.record('turnedBackPrepaid', {})
  }
  if (!isDeleted(history)) return
  if (isFreed(history)) expectedBooks.record('deletedBeforeHandIn', { fee, over })
  else expectedBooks.record('deletedAfterHandIn', {})
}

const getAmounts = ({ fee, productPrice }: Stored['data']) => ({ fee: inCents(fee), product: inCents(productPrice) })

const recordTaking = (expectedBooks: ExpectedLedger, data: Stored['data']): void => {
  const amounts = getAmounts(data)
  if (data.beforehand) expectedBooks.record('paidAtCounter', { fee: amounts.fee })
  else if (data.how === 'prompt' || data.how === 'till') expectedBooks.record('doorPaidByMpesa', amounts)
  else expectedBooks.record(data.agentId === null ? 'doorPaidUnsaid' : 'doorPaidInCash', amounts)
}

/** @param fee of the parcel that it pays for; null if it pays for none */
const recordPayment = (expectedBooks: ExpectedLedger, payment: Payment, fee: number | null): void => {
  recordSeen(expectedBooks, payment)
  const { told, shown, isClaimed, refunded: cents, isReversed } = payment
  const worth = told ?? shown
  if (told !== null && told < shown) recordLess(expectedBooks, { told, shown }, fee)
  if (cents > 0) recordRefund(expectedBooks, payment, { worth, fee })
  if (!isReversed) return
  if (fee === null) expectedBooks.record(isClaimed ? 'reversedUnused' : 'reversedUnclaimed', { paid: worth })
  else expectedBooks.record('reversedBooked', { fee, over: Math.max(0, worth - fee) })
}

/** A refund of a payment that booked a parcel first takes the part above its fee. */
const recordRefund = (
  expectedBooks: ExpectedLedger,
  { isClaimed, refunded: cents }: Payment,
  { worth, fee }: { readonly worth: number; readonly fee: number | null },
): void => {
  if (fee === null) {
    expectedBooks.record(isClaimed ? 'refundedUnused' : 'refundedUnclaimed', { cents })
    return
  }
  const over = Math.max(0, worth - fee)
  expectedBooks.record('refundedOver', { cents: Math.min(cents, over) })
  expectedBooks.record('refundedFee', { cents: Math.max(0, cents - over) })
}

const recordSeen = (expectedBooks: ExpectedLedger, { told, shown, isClaimed }: Payment): void => {
  if (told === null) expectedBooks.record('messageShown', { paid: shown })
  else if (told < shown) {
    expectedBooks.record('messageShown', { paid: shown })
    expectedBooks.record('shownMoneyTold', { paid: told })
  } else {
    expectedBooks.record('paidToTill', { paid: told })
    if (isClaimed) expectedBooks.record('toldMoneyClaimed', { paid: told })
  }
}

const recordLess = (
  expectedBooks: ExpectedLedger,
  { told, shown }: { told: number; shown: number },
  fee: number | null,
) => {
  if (fee === null) return expectedBooks.record('toldLessThanShown', { missing: shown - told })
  const missing = Math.max(0, fee - told)
  expectedBooks.record('toldLessThanBooked', { missing, over: shown - told - missing })
}

/** Rows of the statement that are not a customer's payment. */
const recordRows = (expectedBooks: ExpectedLedger, { ledger, mpesa }: Of): void => {
  for (const { kind, receipt, cents: moved, at } of mpesa.world.ledger.movements()) {
    const cents = Math.abs(moved)
    if (at < ledger.statedFrom) recordOpening(expectedBooks, ledger, moved)
    else if (kind === 'charge') expectedBooks.record('charged', { cents })
    else if (kind === 'settlement') expectedBooks.record('settled', { cents })
    else if (kind === 'sent') recordSent(expectedBooks, cents, ledger.noted.get(receipt))
  }
}

/** The balance of before is known from the first row of a statement. */
const recordOpening = (expectedBooks: ExpectedLedger, ledger: Ledger, cents: number): void => {
  if (hasStatement(ledger)) expectedBooks.record('opened', { cents })
}

const recordSent = (expectedBooks: ExpectedLedger, cents: number, noted: 'payout' | 'refund' | undefined): void => {
  if (noted === 'payout') expectedBooks.record('payoutStated', { cents })
  else if (noted === 'refund') expectedBooks.record('refundStated', {})
  else expectedBooks.record('sentUnnoted', { cents })
}
