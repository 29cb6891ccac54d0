/** Acts that another admin must approve first, under their stored names. */
export const approvalKinds = [
  'payout',
  'refund',
  'make_admin',
  'lift_second_factor',
  'payee_number',
  'take_in',
  'erase_phone',
] as const
export type ApprovalKind = (typeof approvalKinds)[number]

/**
 * The state of a request: `asked` waits for another admin, `given` may be used once by the admin who asked, `lapsed`
 * was not given or not used within 24 hours.
 */
export const approvalStates = ['asked', 'given', 'declined', 'used', 'lapsed'] as const
export type ApprovalState = (typeof approvalStates)[number]
