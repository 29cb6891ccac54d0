/** Why a parcel takes no step until the office has looked at it: a hold is beside the status, which does not change. */
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

/** Holds that staff set and release; the others follow from what they are about. */
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
