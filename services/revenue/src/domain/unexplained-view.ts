import type { View } from '@tuma/platform/domain'
import type { DrawerEvent } from './drawer.ts'
import type { OwedEvent } from './owed.ts'
import { type SaleEvent, saleStream } from './sale.ts'

export type UnexplainedRow = {
  readonly deliveryId: string
  readonly cents: number
  readonly at: string
  /** The agent who answers for it by a receipt; null where no one has said which agent has the money. */
  readonly agentId: string | null
  /** The payment of the receipt turned out to be another parcel's. */
  readonly withdrawn: boolean
  /** Its parcel goes back to its sender, so its payer must get the money back. */
  readonly back: boolean
  /** Its sender was paid, and since then its money was doubted or reversed. */
  readonly paidOut: boolean
  /** From when on the office must look at it. */
  readonly from: string
}

/**
 * Money that only a message tells of is confirmed within a day wherever M-Pesa or its statement reaches us. A receipt
 * of another parcel's payment is never confirmed.
 */
const awaitedMs = 24 * 60 * 60 * 1000

/**
 * Lists cash without a known agent, receipts that agents took for money and that have no proof, and paid-out money that
 * is doubted.
 */
export const unexplainedView: View<SaleEvent | DrawerEvent | OwedEvent, UnexplainedRow> = {
  whenDamaged: 'refuses',
  collection: {
    name: 'unexplained-v5',
    shape: {
      deliveryId: 'text',
      cents: 'number',
      at: 'text',
      agentId: 'text or null',
      withdrawn: 'boolean',
      back: 'boolean',
      paidOut: 'boolean',
      from: 'text',
    },
    fields: { from: 'text' },
    indexes: [],
    sortBy: 'from',
  },
  getIds: ({ type, stream, data }) => {
    if (type === 'CashStood' || type === 'ParcelOwed') return [data.deliveryId]
    return ofSales.includes(type) ? [stream.slice(saleStream('').length)] : []
  },
  project: (row, { type, data }, deliveryId) => {
    switch (type) {
      case 'SaleTaken':
        return unsaid(deliveryId, data)
      case 'TakingExplained':
        return row?.back ? row : null
      case 'SaleTurnedBack':
        return turnedBack(deliveryId, data)
      case 'TakingGivenBack':
        return null
      case 'CashStood':
        return awaited(row, data)
      case 'ParcelOwed':
        return paidOut(row, data)
      default:
        return row
    }
  },
}

const ofSales: readonly string[] = ['SaleTaken', 'TakingExplained', 'SaleTurnedBack', 'TakingGivenBack']

const said = { agentId: null, withdrawn: false, back: false, paidOut: false }

/** No agent has to explain an unconfirmed receipt of a parcel that goes back, because nothing is due. */
const turnedBack = (deliveryId: string, { cash: cents, at }: { cash: number; at: string }): UnexplainedRow | null =>
  cents === 0 ? null : { ...said, deliveryId, cents, at, back: true, from: at }

/** A payout whose money is proven again needs no explanation. A receipt that an agent must answer for still does. */
const paidOut = (
  row: UnexplainedRow | null,
  { deliveryId, cents, how, ready, paid, at }: Extract<OwedEvent, { type: 'ParcelOwed' }>['data'],
): UnexplainedRow | null => {
  if (!paid || row?.back) return row
  const isDoubted = !ready && cents > 0 && (how === 'till' || how === 'prompt')
  if (row && row.agentId !== null) return { ...row, paidOut: isDoubted, from: isDoubted ? at : row.from }
  return isDoubted ? { ...said, deliveryId, cents, at, paidOut: true, from: at } : null
}

const unsaid = (
  deliveryId: string,
  { how, agentId, feeCents, productCents, at }: Extract<SaleEvent, { type: 'SaleTaken' }>['data'],
): UnexplainedRow | null => {
  if (how !== 'unexplained' && !(how === 'cash' && agentId === null)) return null
  return { ...said, deliveryId, cents: feeCents + productCents, at, from: at }
}

const awaited = (
  row: UnexplainedRow | null,
  { deliveryId, agentId, cents, awaiting, withdrawn = false, at }: Extract<DrawerEvent, { type: 'CashStood' }>['data'],
): UnexplainedRow | null => {
  if (row?.back) return row
  if (!awaiting || cents === 0) return row?.agentId === agentId ? null : row
  const wasPaidOut = row?.paidOut ?? false
  const from = withdrawn || wasPaidOut ? at : new Date(Date.parse(at) + awaitedMs).toISOString()
  return { ...said, deliveryId, cents, at, agentId, withdrawn, paidOut: wasPaidOut, from }
}
