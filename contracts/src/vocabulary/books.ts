/**
 * Where the money is, the accounts of the books. What Tuma has: on the till; told of by a message alone; in the office or
 * at the bank; what M-Pesa took; in agents' drawers; handed over and not yet counted; cash that nobody has explained; what
 * was short; what senders owe; paid out by M-Pesa and not matched with a payout yet. Then whose it is: nobody's yet; paid ahead;
 * earned; senders'; to be paid back; there before the first statement; none of Tuma's; lent by M-Pesa's overdraft.
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

/** As what an admin books cash that nobody has explained: in an agent's drawer, as an M-Pesa payment, or lost. */
export const explanations = ['drawer', 'till', 'shortage'] as const
export type Explanation = (typeof explanations)[number]

/** What became of cash that was taken for a parcel which went back to its sender: whoever paid has it again, or never paid. */
export const givingsBack = ['paid_back', 'never_taken'] as const
export type GivingBack = (typeof givingsBack)[number]

/** Where what is owed for a parcel stands: its money is not safe yet, it can be paid out, it was. */
export const owedStates = ['waiting', 'ready', 'paid'] as const
export type OwedState = (typeof owedStates)[number]

/** What becomes of cash that an agent does not hand over: it stays in the drawer, or it is not there. */
export const restsOfDrawer = ['stays', 'missing'] as const
export type RestOfDrawer = (typeof restsOfDrawer)[number]

const [ofAccount, ofPhone] = ['account:', 'phone:']
/** Whom Tuma owes for their parcels: an account, or the keyed hash of the phone of who has none. */
export const owedToAccount = (accountId: string): string => ofAccount + accountId
export const owedToPhone = (keyed: string): string => ofPhone + keyed

/** The account behind a party of the books, which is somebody's account itself or whom Tuma owes. */
export const getAccount = (party: string): string | null =>
  party.startsWith(ofPhone) ? null : party.startsWith(ofAccount) ? party.slice(ofAccount.length) : party
