/**
 * By what a payment was seen, the weakest first: a message that somebody showed, the callback of a prompt that we had asked
 * for, M-Pesa's own confirmation or answer, a row of the till's statement.
 */
export const evidences = ['message', 'prompt', 'confirmation', 'statement'] as const
export type Evidence = (typeof evidences)[number]
/** What M-Pesa tells us, and nobody can make up. */
export const sightings = ['prompt', 'confirmation', 'statement'] as const
export type Sighting = (typeof sightings)[number]

/**
 * Why a payment is not believed: M-Pesa knows none of that code, it went to another till, it was of another amount, nothing
 * but its message was seen in a day in which other payments were, or its code is of another day than its message says.
 */
export const doubts = ['no_such_transaction', 'other_till', 'amount', 'overdue', 'code_date'] as const
export type Doubt = (typeof doubts)[number]

/** Where the evidence of a payment stands: shown by its message alone, or as M-Pesa says. */
export const evidenceStates = ['shown', 'confirmed', 'mismatched', 'overdue', 'reversed'] as const
export type EvidenceState = (typeof evidenceStates)[number]

/** Why money of a payment waits to be paid back: above what its parcel costs, or for a parcel that was deleted once handed in, or was paid at the door and went back. */
export const owedBecauses = ['over_paid', 'deleted', 'returned'] as const
export type OwedBecause = (typeof owedBecauses)[number]

/** Lists of payments that an admin looks at. `unclaimed`: nobody has said whose it is; `unused`: nothing sent with it in a day; `owed`: more was paid than its parcel costs, or that is not served. */
export const paymentTabs = ['all', 'doubted', 'unclaimed', 'unused', 'owed', 'shown'] as const
export type PaymentTab = (typeof paymentTabs)[number]

/**
 * What moves the till beside what customers pay: M-Pesa's charge, what was settled to the bank, what stood there before the
 * first statement, and what an admin says is none of Tuma's.
 */
export const tillMoves = ['charge', 'settled', 'opening', 'not_ours'] as const
export type TillMove = (typeof tillMoves)[number]
