/**
 * Who causes the cost of a message. SMS: `handled` about a parcel that staff have in hand, or by an act of the office;
 * `known` by an account, or by a payment with better evidence than a message; `strangers` by all others. E-mails:
 * `unknownAddresses`, to an address that is not proven.
 */
export const messagePurses = ['handled', 'known', 'strangers', 'unknownAddresses'] as const
export type MessagePurse = (typeof messagePurses)[number]

/** Four fifths of today's purse are used. `left`: what it may still use. */
export const isNearlySpent = ({ spent, left }: { readonly spent: number; readonly left: number }): boolean =>
  spent > 0 && spent >= 0.8 * (spent + left)
