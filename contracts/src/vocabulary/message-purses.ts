/**
 * Who has us pay for a message. SMS: `handled` about a parcel that staff have in hand, or by an act of the office; `known` of an
 * account, or of a payment that more than a message tells of; `strangers` of all others. E-mails: `unknownAddresses`, to an
 * address that nobody has proven to be theirs.
 */
export const messagePurses = ['handled', 'known', 'strangers', 'unknownAddresses'] as const
export type MessagePurse = (typeof messagePurses)[number]
