import { type MessagePurse, messagePurses } from '@tuma/contracts/vocabulary'

export { messagePurses as purses }
export type Purse = MessagePurse

/** The use of a day of Nairobi by purse, in segments of SMS or emails. */
export type Spent = Readonly<Record<Purse, number>>
/** The limits of a day: segments of SMS for all purses together, and emails to unknown addresses. */
export type DayLimits = { readonly sms: number; readonly unknownMails: number }

export const nothingSpent: Spent = { handled: 0, known: 0, strangers: 0, unknownAddresses: 0 }

/** The purses that an admin can stop. */
export const isOfStrangers = (purse: Purse): boolean => purse === 'strangers' || purse === 'unknownAddresses'

const half = (sms: number): number => Math.floor(sms / 2)
const fifth = (sms: number): number => Math.floor(sms / 5)

/**
 * The rest of a purse today, 0 or more. All but `handled` share half of the day's SMS, and strangers use two fifths of
 * that half at most, so no purse uses the share of a more important one. `handled` may use all. What an admin sends beyond
 * a purse uses nothing of the half of `handled`.
 */
export const roomIn = (purse: Purse, spent: Spent, max: DayLimits): number => {
  const others = spent.known + spent.strangers
  const ofDay = Math.max(0, max.sms - spent.handled - Math.min(others, half(max.sms)))
  const ofOthers = Math.max(0, Math.min(ofDay, half(max.sms) - others))
  switch (purse) {
    case 'handled':
      return ofDay
    case 'known':
      return ofOthers
    case 'strangers':
      return Math.max(0, Math.min(ofOthers, fifth(max.sms) - spent.strangers))
    case 'unknownAddresses':
      return Math.max(0, max.unknownMails - spent.unknownAddresses)
  }
}

/** The use of a purse, and its rest today. */
export type PurseState = { readonly spent: number; readonly left: number }
export type PurseStates = Readonly<Record<Purse, PurseState>>

/** Stopping strangers does not change their rest. */
export const purseStates = (spent: Spent, max: DayLimits): PurseStates => {
  const getState = (purse: Purse): PurseState => ({ spent: spent[purse], left: roomIn(purse, spent, max) })
  return Object.fromEntries(messagePurses.map((purse) => [purse, getState(purse)])) as PurseStates
}

/** The use of a day by a message; `purse` is null where it uses nothing. */
export type Cost = { readonly purse: Purse | null; readonly segments: number }
export const costsNothing: Cost = { purse: null, segments: 0 }
