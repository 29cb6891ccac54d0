/**
 * By what a payment was seen, the weakest first: a pasted message, a confirmation that nothing supports yet,
 * the callback of a prompt that we had asked for, M-Pesa's own confirmation or answer, a row of the till's statement.
 */
export const evidences = ['message', 'unchecked', 'prompt', 'confirmation', 'statement'] as const
export type Evidence = (typeof evidences)[number]
/** What came as if M-Pesa had sent it. `unchecked` is the only one of these that a stranger can make up. */
export const sightings = ['unchecked', 'prompt', 'confirmation', 'statement'] as const
export type Sighting = (typeof sightings)[number]

/** Whether this evidence proves that the money came: a message and an unchecked confirmation can be made up. */
export const isProof = (by: Evidence): boolean => by !== 'message' && by !== 'unchecked'

/**
 * Why a payment is not believed: M-Pesa knows none of that code, it went to another till, it was of another amount, nothing
 * but its message was seen in a day in which other payments were, or its code is of another day than its message says.
 */
export const doubts = ['no_such_transaction', 'other_till', 'amount', 'overdue', 'code_date'] as const
export type Doubt = (typeof doubts)[number]

/** What the evidence of a payment says: shown by its message alone, told in M-Pesa's name and not checked, or as M-Pesa says. */
export const evidenceStates = ['shown', 'unchecked', 'confirmed', 'mismatched', 'overdue', 'reversed'] as const
export type EvidenceState = (typeof evidenceStates)[number]

/** Why money of a payment waits to be paid back: above what its parcel costs, or for a parcel that was deleted once handed in, or was paid at the door and went back. */
export const owedBecauses = ['over_paid', 'deleted', 'returned'] as const
export type OwedBecause = (typeof owedBecauses)[number]

/** Lists of payments that an admin looks at. `unclaimed`: nobody has said whose it is; `unused`: nothing sent with it in a day; `owed`: more was paid than its parcel costs, or that is not served; `unchecked`: a confirmation told of it that nothing supports, or that says another amount. */
export const paymentTabs = ['all', 'doubted', 'unclaimed', 'unused', 'owed', 'shown', 'unchecked'] as const
export type PaymentTab = (typeof paymentTabs)[number]

/**
 * What moves the till beside what customers pay: M-Pesa's charge, what was settled to the bank, what stood there before the
 * first statement, what an admin says is none of Tuma's, an overdraft given or repaid, money paid out to a person, and a
 * sweep between own accounts.
 */
export const tillMoves = ['charge', 'settled', 'opening', 'not_ours', 'overdraft', 'paid_out', 'sweep'] as const
export type TillMove = (typeof tillMoves)[number]
