import { isMobile, normalisePhone } from './phone.ts'

/** The two people of a parcel who get messages about it. */
export const partyRoles = ['sender', 'receiver'] as const
export type PartyRole = (typeof partyRoles)[number]

/**
 * A phone that SMS cannot reach, because SMS go to mobiles only. False for a text that is no phone, and for erased
 * data.
 */
export const isLandline = (typed: string): boolean => {
  const phone = normalisePhone(typed)
  return phone !== null && !isMobile(phone)
}

/**
 * The state of a message about a parcel. `sent`: no report has come yet. `kept`: in a demonstration, which sends
 * nothing.
 */
export const messageStates = [
  'delivered',
  'sent',
  'kept',
  'waiting',
  'undelivered',
  'unanswered',
  'failed',
  'dismissed',
] as const
export type MessageState = (typeof messageStates)[number]
