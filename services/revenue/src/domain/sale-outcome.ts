import type { TakenHow } from '@tuma/contracts/vocabulary'
import { balancesFrom, moved, type Posting } from './journal.ts'
import type { Sale } from './sale.ts'
import { isCancelled } from './sale-cancelled.ts'

/**
 * How it was taken as far as is known now: by what was said first, or as an admin has explained it. Null where nothing
 * was taken, or it was given back when the parcel was cancelled.
 */
const takenAs = ({ taking, explained, cancelled }: Sale) => {
  if (!taking || isCancelled({ cancelled }, taking.at)) return null
  const { agentId, paymentIds, ...due } = taking
  const how: TakenHow | 'shortage' = taking.how === 'cash' && agentId === null ? 'unexplained' : taking.how
  const at = explained?.at ?? taking.at
  switch (explained?.as) {
    case 'drawer':
      return { ...due, how: 'cash' as const, agentId: explained.agentId, paymentIds: [], at }
    case 'till': {
      const paymentId = explained.paymentId
      return { ...due, how: 'till' as const, agentId: null, paymentIds: paymentId === null ? [] : [paymentId], at }
    }
    case 'shortage':
      return { ...due, how: 'shortage' as const, agentId: null, paymentIds: [], at }
    default:
      return { ...due, how, agentId, paymentIds, at }
  }
}

const isProven = ({ proofs, withdrawn }: Sale, paymentIds: readonly string[]): boolean =>
  paymentIds.length > 0 &&
  paymentIds.every((paymentId) => (proofs[paymentId]?.confirmed ?? false) && !withdrawn.includes(paymentId))

/** Whether its sender can be paid from these payments. */
export const isBeyondDoubt = (sale: Sale, paymentIds: readonly string[]): boolean =>
  isProven(sale, paymentIds) && !isContradicted(sale, paymentIds)

/** Whether money that was proven is doubted, or went back to its payer. */
export const isContradicted = ({ proofs }: Sale, paymentIds: readonly string[]): boolean =>
  paymentIds.some((paymentId) => {
    const proof = proofs[paymentId]
    return proof !== undefined && (proof.doubted || !proof.confirmed)
  })

const isWithdrawn = ({ withdrawn }: Sale, paymentIds: readonly string[]): boolean =>
  paymentIds.some((paymentId) => withdrawn.includes(paymentId))

/**
 * What is owed in cash, or should be, if the parcel goes back. M-Pesa's part is paid back by its payment, and a fee that
 * was taken beforehand stays earned.
 */
export const getCash = (sale: Sale): number => {
  const taken = takenAs(sale)
  if (!taken) return 0
  const { how, agentId, paymentIds, feeCents, productCents, beforehand } = taken
  const byPayment = how === 'prompt' || (how === 'till' && (agentId === null || !isWithdrawn(sale, paymentIds)))
  return byPayment ? 0 : (beforehand ? 0 : feeCents) + productCents
}

/**
 * The fee in cents while it is earned: paid, and neither cancelled nor deleted in a way that frees the payment. For a
 * parcel that goes back, only a fee that was paid beforehand is earned.
 */
const earned = ({ booked, deleted, taking, back, cancelled }: Sale): number => {
  if (taking && !taking.beforehand && back) return 0
  if (!booked || isCancelled({ cancelled }, booked.at) || (deleted?.freed && deleted.at >= booked.at)) return 0
  return booked.cents
}

export const saleBalances = (sale: Sale) => balancesFrom([...ofFee(sale), ...ofTaking(sale), ...ofGivingBack(sale)])

/**
 * An admin has paid the cash back, or it was never taken. The drawer still holds it until it is counted, and then it is
 * short.
 */
const ofGivingBack = (sale: Sale): Posting[] =>
  sale.givenBack === null
    ? []
    : moved(
        getCash(sale),
        { account: sale.givenBack === 'paid_back' ? 'bank' : 'shortages' },
        { account: 'refunds_owed' },
      )

const ofFee = (sale: Sale): Posting[] => moved(earned(sale), { account: 'fees_earned' }, { account: 'prepaid' })

const ofTaking = (sale: Sale): Posting[] => {
  const taken = takenAs(sale)
  if (!taken) return []
  const { feeCents, productCents, owedTo, agentId, paymentIds, beforehand } = taken
  const cents = feeCents + productCents
  const whose: Posting[] = [
    { account: sale.back && !beforehand ? 'refunds_owed' : 'prepaid', party: null, cents: -feeCents },
    sale.back
      ? { account: 'refunds_owed', party: null, cents: -productCents }
      : { account: 'owed_to_senders', party: owedTo, cents: -productCents },
  ]
  switch (taken.how) {
    case 'cash':
      return [{ account: 'drawers', party: agentId, cents }, ...whose]
    case 'unexplained':
      return [{ account: 'to_explain', party: null, cents }, ...whose]
    case 'shortage':
      return [{ account: 'shortages', party: null, cents }, ...whose]
    case 'prompt':
    case 'till':
      // The payment was another parcel's, so the agent who gave it answers for the sum, as for cash.
      if (agentId !== null && isWithdrawn(sale, paymentIds))
        return [{ account: 'drawers', party: agentId, cents }, ...whose]
      // Nothing is spent of the payment now, so all of it is too much.
      if (sale.back) return []
      // The payment pays for fee and product. The fee is booked where it is earned, and this is the rest.
      return moved(productCents, { account: 'owed_to_senders', party: owedTo }, { account: 'prepaid' })
  }
}

/** The part of the booked fee, in shillings, that is beyond doubt, and the part whose parcel was deleted. */
export const getFigures = (sale: Sale): { readonly confirmed: number; readonly deleted: number } => {
  const { feeTaken, booked, deleted, proofs } = sale
  if (!feeTaken) return { confirmed: 0, deleted: 0 }
  const taken = takenAs(sale)
  const sure = taken
    ? taken.how === 'cash' || isBeyondDoubt(sale, taken.paymentIds)
    : Object.values(proofs).some(({ confirmed, doubted }) => confirmed && !doubted)
  const gone = deleted !== null && (!booked || deleted.at >= booked.at)
  return { confirmed: sure ? feeTaken.fee : 0, deleted: gone ? feeTaken.fee : 0 }
}

type SaleOutcome = {
  /**
   * What is owed for the product; `ready`: it can be paid out. Null where the money was not taken yet, or the product
   * costs nothing.
   */
  readonly owed: {
    readonly owedTo: string
    readonly cents: number
    readonly how: TakenHow
    readonly ready: boolean
    readonly at: string
  } | null
  /** What each agent must hand over; 0 for an agent who does not have it now. */
  readonly drawers: readonly {
    readonly agentId: string
    readonly cents: number
    readonly awaiting: boolean
    readonly withdrawn?: true
    readonly at: string
  }[]
  /** What each payment is spent on; `due` is null where an admin has explained that the payment does not pay for it. */
  readonly payments: readonly {
    readonly paymentId: string
    readonly due: number | null
    readonly agentId: string | null
    readonly at: string
  }[]
}

/** What a sale says to its sender, agents and payments. */
export const computeOutcome = (sale: Sale): SaleOutcome => {
  const taken = takenAs(sale)
  if (!taken || !sale.taking) return { owed: null, drawers: emptied(sale), payments: [] }
  const { feeCents, owedTo, agentId, paymentIds, how } = taken
  const { back } = sale
  // A parcel that goes back is owed to no sender, and no payment is spent on it.
  const at = back ?? taken.at
  const cents = back ? 0 : taken.productCents
  const total = back ? 0 : feeCents + cents
  const sure = isProven(sale, paymentIds)
  const ready =
    back === null && (how === 'shortage' || (how === 'cash' ? sale.arrived : isBeyondDoubt(sale, paymentIds)))
  const withdrawn = isWithdrawn(sale, paymentIds)
  // The agent answers for no receipt of a parcel that goes back.
  const isFreed = back !== null && !withdrawn
  const before = sale.taking
  const still: readonly string[] = paymentIds
  return {
    owed: taken.productCents === 0 ? null : { owedTo, cents, how: how === 'shortage' ? 'unexplained' : how, ready, at },
    drawers: toDrawers(taken, { before: before.agentId, sure: sure || isFreed, withdrawn }),
    payments: [
      ...before.paymentIds
        .filter((paymentId) => !still.includes(paymentId))
        .map((paymentId) => ({ paymentId, due: null, agentId: null, at })),
      // The first payment is spent on the whole sum: all other payments are too much, and the sender owes what the
      // first lacks.
      ...paymentIds.map((paymentId, index) => ({
        paymentId,
        due: index === 0 ? total : 0,
        agentId: how === 'till' ? agentId : null,
        at,
      })),
    ],
  }
}

/** A parcel is cancelled before its hand-over, so only the fee was taken, in cash, and it is back with the customer. */
const emptied = ({ taking, cancelled }: Sale): SaleOutcome['drawers'] =>
  taking === null || taking.agentId === null || cancelled === null
    ? []
    : [{ agentId: taking.agentId, cents: 0, awaiting: false, at: cancelled.at }]

/** What each agent has in hand of it. Money that was paid by prompt was never there. */
const toDrawers = (
  { how, agentId, feeCents, productCents, at }: NonNullable<ReturnType<typeof takenAs>>,
  { before, sure, withdrawn }: { readonly before: string | null; readonly sure: boolean; readonly withdrawn: boolean },
): SaleOutcome['drawers'] => {
  const cents = how === 'cash' || !sure ? feeCents + productCents : 0
  const standing = { cents, awaiting: how === 'till', ...(withdrawn ? { withdrawn } : {}), at }
  const now = agentId !== null && (how === 'cash' || how === 'till') ? [{ agentId, ...standing }] : []
  return before === null || before === agentId ? now : [...now, { agentId: before, cents: 0, awaiting: false, at }]
}
