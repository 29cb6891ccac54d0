import { isMobile, normalisePhone } from './phone.ts'

/** The two people of a parcel who are told of it. */
export const partyRoles = ['sender', 'receiver'] as const
export type PartyRole = (typeof partyRoles)[number]

/** A phone of ours that no SMS reaches: SMS goes to mobiles only. What is no phone, and who is erased, is none. */
export const isLandline = (typed: string): boolean => {
  const phone = normalisePhone(typed)
  return phone !== null && !isMobile(phone)
}

/** How a message of a parcel stands. `sent`: no report has come yet. `kept`: of a demonstration, which sends nothing. */
export const messageStates = ['delivered', 'sent', 'kept', 'waiting', 'undelivered', 'failed', 'dismissed'] as const
export type MessageState = (typeof messageStates)[number]
