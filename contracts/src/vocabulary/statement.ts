/**
 * The kinds of rows in the till's statement: a customer's payment (at the till or paybill, from another till, a bank or
 * Pochi), M-Pesa's charge, money settled to the bank, an overdraft given or repaid, money paid out to a person, a sweep
 * between own accounts, a payment taken back, one that failed, or an unknown kind.
 */
export const rowKinds = [
  'payment',
  'charge',
  'settled',
  'overdraft',
  'paid_out',
  'sweep',
  'reversal',
  'failed',
  'other',
] as const
export type RowKind = (typeof rowKinds)[number]

/**
 * How an admin may book rows of an unknown kind. A customer's payment is not in the list: each one has an owner and is
 * given to an account one by one.
 */
export const treatedKinds = ['charge', 'settled', 'overdraft', 'paid_out', 'sweep', 'not_ours'] as const
export type TreatedKind = (typeof treatedKinds)[number]

/** Of a kind of rows: money that came in, or that went out. */
export const rowDirections = ['in', 'out'] as const
export type RowDirection = (typeof rowDirections)[number]

/** `read`: looked at, without effect yet; `committed`: its import is running; `applied`: its import is complete. */
export const statementStates = ['read', 'committed', 'applied'] as const
export type StatementState = (typeof statementStates)[number]

/**
 * For money that left: payouts and refunds that no statement of their day has, rows *paid out to a person* without a
 * payout or refund, and payouts and refunds of another sum than their row.
 */
export const paidOutTabs = ['paidOutMissing', 'paidOutUnnoted', 'paidOutDiffers'] as const
export type PaidOutTab = (typeof paidOutTabs)[number]
export const isPaidOutTab = (tab: DifferenceTab): tab is PaidOutTab => paidOutTabs.some((one) => one === tab)

/**
 * What an admin must look at after a statement: unclaimed money, payments that a statement of their time does not have,
 * payments of another amount than was shown, rows of unknown kinds, and the same for money that left.
 */
export const differenceTabs = ['unclaimed', 'missing', 'differs', 'unclear', ...paidOutTabs] as const
export type DifferenceTab = (typeof differenceTabs)[number]

/** `notCompared`: payouts and refunds of days that no whole statement covers yet. They need no work. */
export const differenceCounts = [...differenceTabs, 'notCompared'] as const

/** The maximum length of a statement of the till, in bytes. */
export const maxStatementBytes = 60 * 1024 * 1024
