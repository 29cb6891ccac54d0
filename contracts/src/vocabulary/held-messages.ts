/**
 * Why the SMS about a request do not go out by themselves: too many requests of one day would have us send them, or a visitor
 * has not paid, as far as anything above a pasted message tells (`notHandedIn`).
 */
export const heldReasons = [
  'too-many-to-phone',
  'too-many-from-address',
  'too-many-of-account',
  'not-handed-in',
] as const
export type HeldReason = (typeof heldReasons)[number]

/** They go out by themselves when the parcel is handed in or gets a rider: no admin need look. */
export const notHandedIn = 'not-handed-in' satisfies HeldReason

/** Why a message that waited when a backup was made does not go out by itself: it may have been sent since. */
export const restoredReason = 'restored'

/** Whose SMS about the request are held, and why; null of whom they are sent to at once. */
export type HeldMessages = { readonly sender: HeldReason | null; readonly receiver: HeldReason | null }
