/**
 * The evidence for a payment, the weakest first: a pasted message, a confirmation without support, the callback of a
 * prompt that we had sent, M-Pesa's own confirmation or answer, a row of the till's statement.
 */
export const evidences = ['message', 'unchecked', 'prompt', 'confirmation', 'statement'] as const
export type Evidence = (typeof evidences)[number]
/** What arrived in M-Pesa's name. Only `unchecked` can be made up by a stranger. */
export const sightings = ['unchecked', 'prompt', 'confirmation', 'statement'] as const
export type Sighting = (typeof sightings)[number]

/** Whether this evidence proves that the money arrived: a message and an unchecked confirmation can be made up. */
export const isProof = (by: Evidence): boolean => by !== 'message' && by !== 'unchecked'

/**
 * Why a payment is in doubt: M-Pesa does not know its code, it went to another till, it had another amount, only its
 * message was seen on a day when other payments were confirmed, or its code is of another day than its message.
 */
export const doubts = ['no_such_transaction', 'other_till', 'amount', 'overdue', 'code_date'] as const
export type Doubt = (typeof doubts)[number]

/**
 * What the evidence of a payment says: only shown by its message, reported in M-Pesa's name and not checked, or as
 * M-Pesa says.
 */
export const evidenceStates = ['shown', 'unchecked', 'confirmed', 'mismatched', 'overdue', 'reversed'] as const
export type EvidenceState = (typeof evidenceStates)[number]

/**
 * Why money of a payment must be paid back: it is more than its parcel costs, or its parcel was deleted after it was
 * handed in, or was paid at the door and went back.
 */
export const owedBecauses = ['over_paid', 'deleted', 'returned'] as const
export type OwedBecause = (typeof owedBecauses)[number]

/**
 * Lists of payments that an admin looks at. `unclaimed`: no payer has claimed it; `unused`: nothing was sent with it
 * for a day; `owed`: it is more than its parcel costs, or the parcel was not delivered; `unchecked`: a confirmation
 * without support reported it, or reported another amount.
 */
export const paymentTabs = ['all', 'doubted', 'unclaimed', 'unused', 'owed', 'shown', 'unchecked'] as const
export type PaymentTab = (typeof paymentTabs)[number]

/**
 * What moves the till beside customers' payments: M-Pesa's charge, money settled to the bank, the balance before the
 * first statement, money that an admin has marked as not Tuma's, an overdraft given or repaid, money paid out to a
 * person, and a sweep between own accounts.
 */
export const tillMoves = ['charge', 'settled', 'opening', 'not_ours', 'overdraft', 'paid_out', 'sweep'] as const
export type TillMove = (typeof tillMoves)[number]
