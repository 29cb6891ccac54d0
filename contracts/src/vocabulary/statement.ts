/**
 * What a row of the till's statement tells: a customer's payment (at the till or paybill, from another till, a bank or Pochi),
 * M-Pesa's charge, money settled to the bank, an overdraft given or repaid, money paid out to a person, a sweep between own
 * accounts, a payment taken back, one that failed, or a kind that is not known.
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
 * As what an admin may have rows of an unknown kind booked. A customer's payment is not among them: it belongs to somebody,
 * and is given to an account one by one.
 */
export const treatedKinds = ['charge', 'settled', 'overdraft', 'paid_out', 'sweep', 'not_ours'] as const
export type TreatedKind = (typeof treatedKinds)[number]

/** Of a kind of rows: money that came in, or that went out. */
export const rowDirections = ['in', 'out'] as const
export type RowDirection = (typeof rowDirections)[number]

/** `read`: looked at, and nothing follows from it yet; `committed`: it is being taken over; `applied`: all of it has been. */
export const statementStates = ['read', 'committed', 'applied'] as const
export type StatementState = (typeof statementStates)[number]

/**
 * Of money that left: payouts and refunds that no statement of their day has, rows *paid out to a person* that no payout or
 * refund names, and payouts and refunds of another sum than their row.
 */
export const paidOutTabs = ['paidOutMissing', 'paidOutUnnoted', 'paidOutDiffers'] as const
export type PaidOutTab = (typeof paidOutTabs)[number]
export const isPaidOutTab = (tab: DifferenceTab): tab is PaidOutTab => paidOutTabs.some((one) => one === tab)

/**
 * What an admin has to look at after a statement: money that nobody has said is theirs, payments of a time that a statement tells
 * of and that are not in it, payments of another amount than was shown, rows of unknown kinds, and the same of money that left.
 */
export const differenceTabs = ['unclaimed', 'missing', 'differs', 'unclear', ...paidOutTabs] as const
export type DifferenceTab = (typeof differenceTabs)[number]

/** `notCompared`: payouts and refunds of days that no whole statement covers yet. They are no work. */
export const differenceCounts = [...differenceTabs, 'notCompared'] as const

/** A statement of the till is no longer than this, in bytes. */
export const maxStatementBytes = 60 * 1024 * 1024
