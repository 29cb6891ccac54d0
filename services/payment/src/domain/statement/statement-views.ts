import { type Doubt, isProof, type StatementState } from '@tuma/contracts/vocabulary'
import type { View } from '@tuma/platform/domain'
import { type PaymentEvent, paymentStream } from '../payment.ts'
import { type LookedAtEvent, lookedAtStream } from './looked-at.ts'
import type { AccountOpening } from './running-balance.ts'
import { type StatementEvent, statementStream } from './statement.ts'
import type { StatementProposal } from './statement-file-name.ts'

const idIn = (stream: string, before: string): string[] =>
  stream.startsWith(before) ? [stream.slice(before.length)] : []

/** The work about a payment; `unstated` only where a statement covers its time. */
export type Work = 'unclaimed' | 'differs' | 'unstated' | 'none'

/** A payment that statements are compared with. */
export type StatedRow = {
  readonly paymentId: string
  readonly receipt: string
  readonly cents: number
  readonly paidAt: string
  readonly confirmed: boolean
  readonly claimed: boolean
  /** A parcel was handed over or requested for it. Money paid at a door has no claim, and still has an owner. */
  readonly used: boolean
  /** A row of a statement has reported it. */
  readonly stated: boolean
  readonly doubt: Doubt | null
  readonly letPass: boolean
  readonly reversed: boolean
  /** When its money went back; null where it did not. */
  readonly reversedAt: string | null
  readonly explained: boolean
  readonly work: Work
}

const getWork = (row: Omit<StatedRow, 'work'>): Work => {
  const { stated, doubt, letPass, claimed, used, reversed, explained } = row
  if (explained) return 'none'
  if (!stated) return 'unstated'
  if (doubt === 'amount' && !letPass) return 'differs'
  return claimed || used || reversed ? 'none' : 'unclaimed'
}

const begun = {
  ...{ used: false, stated: false, doubt: null, letPass: false },
  ...{ reversed: false, reversedAt: null, explained: false },
} as const

type Facts = Omit<StatedRow, 'work'>

const factsAfter = (row: StatedRow | null, event: PaymentEvent, paymentId: string): Facts | null => {
  if (event.type === 'PaymentClaimed') {
    const { code: receipt, amount, paidAt } = event.data
    return { ...begun, paymentId, receipt, cents: 100 * amount, paidAt, confirmed: false, claimed: true }
  }
  if (event.type === 'PaymentPromised') {
    const { code: receipt, amount, at: paidAt } = event.data
    return { ...begun, paymentId, receipt, cents: 100 * amount, paidAt, confirmed: false, claimed: false, used: true }
  }
  // A statement need not have money that only an agent told of.
  if (event.type === 'PaymentWithdrawn' && !row?.confirmed) return null
  if (event.type !== 'PaymentSeen') return row && changed(row, event)
  const { code: receipt, by, cents, paidAt, counts } = event.data
  const known = row ?? { ...begun, paymentId, receipt, cents, paidAt, confirmed: false, claimed: false }
  return {
    ...known,
    confirmed: known.confirmed || isProof(by),
    stated: known.stated || by === 'statement',
    ...(counts ? { cents } : {}),
  }
}

/** All other events change nothing here. */
const changed = (row: StatedRow, { type, data }: PaymentEvent): Facts => {
  switch (type) {
    case 'PaymentBound':
      return { ...row, claimed: true }
    case 'PaymentUnbound':
      return { ...row, claimed: false }
    case 'PaymentUsed':
      return { ...row, used: true }
    case 'PaymentReleased':
      return { ...row, used: false }
    case 'PaymentDoubted':
      return { ...row, doubt: data.because, letPass: false }
    case 'PaymentWithdrawn':
      return { ...row, used: false, doubt: null, letPass: false }
    case 'PaymentCleared':
      return data.by === 'admin' ? { ...row, letPass: true } : { ...row, doubt: null }
    case 'PaymentReversed':
      return { ...row, reversed: true, reversedAt: data.reversedAt }
    case 'PaymentReversalDated':
      return { ...row, reversedAt: data.reversedAt }
    default:
      return row
  }
}

/** Every payment that statements are compared with, by the time of payment. */
export const statedView: View<PaymentEvent | LookedAtEvent, StatedRow> = {
  whenDamaged: 'refuses',
  collection: {
    name: 'stated-payments-v3',
    shape: {
      paymentId: 'text',
      receipt: 'text',
      cents: 'number',
      paidAt: 'text',
      confirmed: 'boolean',
      claimed: 'boolean',
      used: 'boolean',
      stated: 'boolean',
      doubt: 'text or null',
      letPass: 'boolean',
      reversed: 'boolean',
      reversedAt: 'text or null',
      explained: 'boolean',
      work: 'text',
    },
    fields: { work: 'text', paidAt: 'text' },
    indexes: [['work']],
    counted: [['work']],
    sortBy: 'paidAt',
  },
  getIds: ({ stream }) => [...idIn(stream, paymentStream('')), ...idIn(stream, lookedAtStream(''))],
  project: (row, event, paymentId) => {
    const facts: Facts | null =
      event.type === 'DifferenceExplained' ? row && { ...row, explained: true } : factsAfter(row, event, paymentId)
    return facts && { ...facts, work: getWork(facts) }
  },
}

export type StatementRow = {
  readonly statementId: string
  readonly state: StatementState
  readonly readAt: string
  readonly from: string
  readonly to: string
  readonly rows: number
  readonly pages: number
  readonly applied: number
  readonly shortCode: string | null
  readonly account: string | null
  readonly proposal: StatementProposal | null
  readonly openings: readonly AccountOpening[]
  /** No row is missing: its running balance continues from row to row. */
  readonly whole: boolean
  /** The admin who committed it has said that this short code is ours. */
  readonly confirmed: boolean
}

export const statementsView: View<StatementEvent, StatementRow> = {
  whenDamaged: 'refuses',
  collection: {
    name: 'statements-v5',
    shape: {
      statementId: 'text',
      state: 'text',
      readAt: 'text',
      from: 'text',
      to: 'text',
      rows: 'number',
      pages: 'number',
      applied: 'number',
      shortCode: 'text or null',
      account: 'text or null',
      proposal: { orNull: { shortCode: 'text or null', from: 'text or null', to: 'text or null' } },
      openings: {
        each: {
          account: 'text',
          from: 'text',
          opening: 'number',
          first: { each: { cents: 'number', balance: 'number' } },
        },
      },
      whole: 'boolean',
      confirmed: 'boolean',
    },
    fields: { state: 'text', readAt: 'text' },
    indexes: [['state']],
    sortBy: 'readAt',
  },
  getIds: ({ stream }) => idIn(stream, statementStream('')),
  project: (row, { type, data }, statementId) => {
    switch (type) {
      case 'StatementRead': {
        const { from, to, rows, pageIds, shortCode, account, proposal, openings, gapsInAll, at: readAt } = data
        if (row && row.state !== 'read') return { ...row, readAt }
        const said = { from, to, rows, pages: pageIds.length, shortCode, account, proposal, openings }
        return { statementId, state: 'read', readAt, ...said, whole: gapsInAll === 0, applied: 0, confirmed: false }
      }
      case 'StatementCommitted':
        return (
          row && {
            ...row,
            ...{ state: 'committed', applied: 0, confirmed: row.confirmed || data.confirmed },
            shortCode: row.shortCode ?? data.shortCode,
          }
        )
      case 'StatementPageApplied':
        return row && { ...row, applied: data.pages }
      case 'StatementApplied':
        return row && { ...row, state: 'applied' }
    }
  },
}
