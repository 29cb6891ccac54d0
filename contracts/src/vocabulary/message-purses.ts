/**
 * Who has us pay for a message. SMS: `handled` about a parcel that staff have in hand, or by an act of the office; `known` of an
 * account, or of a payment that more than a message tells of; `strangers` of all others. E-mails: `unknownAddresses`, to an
 * address that is not proven.
 */
export const messagePurses = ['handled', 'known', 'strangers', 'unknownAddresses'] as const
export type MessagePurse = (typeof messagePurses)[number]

/** Four fifths of what a purse could have today are gone. `left`: what it may still take. */
export const isNearlySpent = ({ spent, left }: { readonly spent: number; readonly left: number }): boolean =>
  spent > 0 && spent >= 0.8 * (spent + left)
