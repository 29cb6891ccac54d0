/**
 * What a row of the till's statement tells: a customer's payment, M-Pesa's charge for one, money that was settled to the bank, a
 * payment that was taken back, one that came to nothing, or what none of these words fits.
 */
export const rowKinds = ['payment', 'charge', 'settled', 'reversal', 'failed', 'other'] as const
export type RowKind = (typeof rowKinds)[number]

/** `read`: looked at, and nothing follows from it yet; `committed`: it is being taken over; `applied`: all of it has been. */
export const statementStates = ['read', 'committed', 'applied'] as const
export type StatementState = (typeof statementStates)[number]

/**
 * What somebody has to look at after a statement: money that nobody has said is theirs, payments of a time that a statement tells
 * of and that are not in it, payments of another amount than was shown, rows that nobody understands.
 */
export const differenceTabs = ['unclaimed', 'missing', 'differs', 'unclear'] as const
export type DifferenceTab = (typeof differenceTabs)[number]

/** A statement of the till is no longer than this, in bytes. */
export const statementBytesMost = 60 * 1024 * 1024
