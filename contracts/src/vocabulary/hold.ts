/** Why a parcel takes no step until somebody has looked: beside its status, which stays what it is. */
export const holdCodes = [
  'payment_doubted',
  'no_money',
  'damaged',
  'misrouted',
  'wrong_place',
  'closed',
  'not_home',
  'refused',
  'asked_later',
  'code_failed',
  'prohibited',
  'contents_differ',
  'missing',
  'other',
] as const
export type HoldCode = (typeof holdCodes)[number]

/** What somebody of ours finds wrong with a parcel, and lets go again; the others come and go with what they are about. */
export const holdsByHand = [
  'damaged',
  'misrouted',
  'wrong_place',
  'closed',
  'not_home',
  'refused',
  'asked_later',
  'prohibited',
  'contents_differ',
  'missing',
  'other',
] as const satisfies readonly HoldCode[]
export type HoldByHand = (typeof holdsByHand)[number]
