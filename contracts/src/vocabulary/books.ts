/**
 * The accounts of the books. First, what Tuma has: on the till; shown by a message only; in the office or at the bank;
 * charged by M-Pesa; in agents' drawers; handed over and not yet counted; cash without an explanation; shortages; owed
 * by senders; paid out by M-Pesa and not matched with a payout yet. Then its owners: not known yet; paid ahead; earned;
 * senders'; due for refund; there before the first statement; not Tuma's; lent by M-Pesa's overdraft.
 */
export const bookAccounts = [
  'till',
  'shown',
  'bank',
  'charges',
  'drawers',
  'in_transit',
  'to_explain',
  'shortages',
  'owed_by_senders',
  'paid_out',
  'unclaimed',
  'prepaid',
  'fees_earned',
  'owed_to_senders',
  'refunds_owed',
  'opening',
  'not_ours',
  'overdraft',
] as const
export type BookAccount = (typeof bookAccounts)[number]

/** How an admin books unexplained cash: in an agent's drawer, as an M-Pesa payment, or lost. */
export const explanations = ['drawer', 'till', 'shortage'] as const
export type Explanation = (typeof explanations)[number]

/** The result for cash that was taken for a returned parcel: the payer got it back, or never paid. */
export const givingsBack = ['paid_back', 'never_taken'] as const
export type GivingBack = (typeof givingsBack)[number]

/** States of an amount that is owed for a parcel: its money is not safe yet, it can be paid out, it was paid. */
export const owedStates = ['waiting', 'ready', 'paid'] as const
export type OwedState = (typeof owedStates)[number]

/**
 * What changes the sum that Tuma owes a sender: money was collected for a parcel, it goes back to the payer because the
 * parcel goes back, or it was paid out.
 */
export const owedMoves = ['collected', 'taken_back', 'paid_out'] as const
export type OwedMove = (typeof owedMoves)[number]

/** The cash that an agent does not hand over: it stays in the drawer, or it is missing. */
export const restsOfDrawer = ['stays', 'missing'] as const
export type RestOfDrawer = (typeof restsOfDrawer)[number]

/** How an agent's cash leaves the drawer for good: counted by the office, or by the agent's M-Pesa to the till. */
export const handOverWays = ['office', 'mpesa'] as const
export type HandOverWay = (typeof handOverWays)[number]

/**
 * Cash that an agent pays in: M-Pesa asks on the phone, it has the money and not told its receipt, it was refused, the
 * money is at the till, it has left the drawer, its money went back.
 */
export const payInStates = ['waiting', 'arrived', 'failed', 'paid', 'paid_in', 'reversed'] as const
export type PayInState = (typeof payInStates)[number]

/** As much as M-Pesa takes at once: more cash than that goes to the office. */
export const maxOfferShillings = 250_000

/** Cash that an agent offers to a colleague: it waits, the colleague has counted and taken it, or it ended before that. */
export const offerStates = ['open', 'passed', 'ended'] as const
export type OfferState = (typeof offerStates)[number]

/**
 * Why an offer ended: its agent took it back, the colleague refused it, or (`gone`) the drawer no longer has what was
 * offered.
 */
export const offerEnds = ['withdrawn', 'declined', 'gone'] as const
export type OfferEnd = (typeof offerEnds)[number]

const [ofAccount, ofPhone] = ['account:', 'phone:']
/** The party that Tuma owes for its parcels: an account, or the keyed hash of a phone without an account. */
export const owedToAccount = (accountId: string): string => ofAccount + accountId
export const owedToPhone = (keyed: string): string => ofPhone + keyed

/** The account of a party in the books, which is an account id itself or a payee of `owedTo…`. */
export const getAccount = (party: string): string | null =>
  party.startsWith(ofPhone) ? null : party.startsWith(ofAccount) ? party.slice(ofAccount.length) : party
