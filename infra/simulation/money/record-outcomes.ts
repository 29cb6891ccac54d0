import { type Facts, groupedBy, type Fact as Stored } from '../facts.ts'
import type { Ledger } from '../ledger.ts'
import type { MpesaOfSeed } from '../mpesa.ts'
import { begunAs, getParcels, isDeleted, isFreed, selectOnly, toLives } from '../parcel-lives.ts'
import type { OutsideLedger } from './accounts.ts'

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
          isClaimed: ledger.claimed.has(receipt) || (mpesa.heard.has(receipt) && !ledger.paidAtDoor.has(receipt)),
          refunded: ledger.refunded.get(receipt) ?? 0,
          isReversed: reversed.has(receipt),
        },
      ]
    }),
  )
}

/**
 * Records all deeds that were not recorded when they happened: what became of payments and parcels. A parcel's way is
 * read from its own events, which the other invariants compare with people's answers.
 */
export const settle = (outside: OutsideLedger, of: Of): void => {
  const payments = getPayments(of)
  const getReceipt = new Map(
    of.ledger.parcels.flatMap(({ deliveryId, receipt }) => (receipt ? [[deliveryId, receipt]] : [])),
  )
  const lives = groupedBy(getParcels(of.facts).flatMap(toLives), (life) => begunAs(life).deliveryId)
  /** Fees of the parcels that payments pay for at the end, by receipt. */
  const fees = new Map<string, number>()
  for (const [deliveryId, all] of lives) {
    const receipt = getReceipt.get(deliveryId)
    const payment = receipt === undefined ? null : (payments.get(receipt) ?? null)
    for (const life of all) {
      recordLife(outside, life, payment)
      if (receipt === undefined) continue
      if (isFreed(life)) fees.delete(receipt)
      else fees.set(receipt, inCents(begunAs(life).fee))
    }
  }
  for (const [receipt, payment] of payments) recordPayment(outside, payment, fees.get(receipt) ?? null)
  recordRows(outside, of)
}

const recordLife = (outside: OutsideLedger, life: readonly Stored[], payment: Payment | null): void => {
  const fee = inCents(begunAs(life).fee)
  const over = payment ? payment.shown - fee : 0
  if (payment) outside.record('booked', { over })
  for (const _ of selectOnly(life, 'DeliveryPaid')) outside.record('feeEarned', { fee })
  for (const { data } of selectOnly(life, 'DueTaken')) recordTaking(outside, data)
  const [taken] = selectOnly(life, 'DueTaken')
  if (selectOnly(life, 'ReturnStarted').length > 0) {
    if (taken) outside.record('turnedBackAfterPaying', getAmounts(taken.data))
    else outside.record('turnedBackPrepaid', {})
  }
  if (!isDeleted(life)) return
  if (isFreed(life)) outside.record('deletedBeforeHandIn', { fee, over })
  else outside.record('deletedAfterHandIn', {})
}

const getAmounts = ({ fee, productPrice }: Stored['data']) => ({ fee: inCents(fee), product: inCents(productPrice) })

const recordTaking = (outside: OutsideLedger, data: Stored['data']): void => {
  const amounts = getAmounts(data)
  if (data.how === 'prompt' || data.how === 'till') outside.record('doorPaidByMpesa', amounts)
  else outside.record(data.agentId === null ? 'doorPaidUnsaid' : 'doorPaidInCash', amounts)
}

/** @param fee of the parcel that it pays for; null if it pays for none */
const recordPayment = (outside: OutsideLedger, payment: Payment, fee: number | null): void => {
  recordSeen(outside, payment)
  const { told, shown, isClaimed, refunded: cents, isReversed } = payment
  const worth = told ?? shown
  if (told !== null && told < shown) recordLess(outside, { told, shown }, fee)
  if (cents > 0) recordRefund(outside, payment, { worth, fee })
  if (!isReversed) return
  if (fee === null) outside.record(isClaimed ? 'reversedUnused' : 'reversedUnclaimed', { paid: worth })
  else outside.record('reversedBooked', { fee, over: Math.max(0, worth - fee) })
}

/** A refund of a payment that booked a parcel first takes the part above its fee. */
const recordRefund = (
  outside: OutsideLedger,
  { isClaimed, refunded: cents }: Payment,
  { worth, fee }: { readonly worth: number; readonly fee: number | null },
): void => {
  if (fee === null) {
    outside.record(isClaimed ? 'refundedUnused' : 'refundedUnclaimed', { cents })
    return
  }
  const over = Math.max(0, worth - fee)
  outside.record('refundedOver', { cents: Math.min(cents, over) })
  outside.record('refundedFee', { cents: Math.max(0, cents - over) })
}

const recordSeen = (outside: OutsideLedger, { told, shown, isClaimed }: Payment): void => {
  if (told === null) outside.record('messageShown', { paid: shown })
  else if (told < shown) {
    outside.record('messageShown', { paid: shown })
    outside.record('shownMoneyTold', { paid: told })
  } else {
    outside.record('paidToTill', { paid: told })
    if (isClaimed) outside.record('toldMoneyClaimed', { paid: told })
  }
}

const recordLess = (outside: OutsideLedger, { told, shown }: { told: number; shown: number }, fee: number | null) => {
  if (fee === null) return outside.record('toldLessThanShown', { missing: shown - told })
  const missing = Math.max(0, fee - told)
  outside.record('toldLessThanBooked', { missing, over: shown - told - missing })
}

/** Rows of the statement that are not a customer's payment. */
const recordRows = (outside: OutsideLedger, { ledger, mpesa }: Of): void => {
  for (const { kind, receipt, cents: moved, at } of mpesa.world.ledger.movements()) {
    const cents = Math.abs(moved)
    if (at < ledger.statedFrom) outside.record('opened', { cents: moved })
    else if (kind === 'charge') outside.record('charged', { cents })
    else if (kind === 'settlement') outside.record('settled', { cents })
    else if (kind === 'sent') recordSent(outside, cents, ledger.noted.get(receipt))
  }
}

const recordSent = (outside: OutsideLedger, cents: number, noted: 'payout' | 'refund' | undefined): void => {
  if (noted === 'payout') outside.record('payoutStated', { cents })
  else if (noted === 'refund') outside.record('refundStated', {})
  else outside.record('sentUnnoted', { cents })
}
