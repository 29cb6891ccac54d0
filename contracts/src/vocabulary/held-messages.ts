/**
 * Why the SMS about a request wait: one phone, person or network would get too many in a day, or a visitor has not paid
 * as far as any evidence better than a pasted message shows (`notHandedIn`).
 */
export const heldReasons = [
  'too-many-to-phone',
  'too-many-from-address',
  'too-many-of-account',
  'not-handed-in',
] as const
export type HeldReason = (typeof heldReasons)[number]

/** They are sent when the parcel is handed in or gets a rider, without an admin. */
export const notHandedIn = 'not-handed-in' satisfies HeldReason

/** Why a message that waited in a backup is not sent without an admin: it may have been sent since. */
export const restoredReason = 'restored'

/**
 * Why a message whose last attempt had no answer is not sent without an admin: the provider may have taken it, and it was
 * repeated once already, or has a collection code.
 */
export const unansweredReason = 'unanswered'

/** Why the SMS about the request to each of them are on hold; null when they are sent at once. */
export type HeldMessages = { readonly sender: HeldReason | null; readonly receiver: HeldReason | null }
