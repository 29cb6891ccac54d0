import { type MessagePurse, messagePurses } from '@tuma/contracts/vocabulary'

export { messagePurses as purses }
export type Purse = MessagePurse

/** Segments of SMS, or e-mails, that a day of Nairobi's has taken from each. */
export type Spent = Readonly<Record<Purse, number>>
/** Most of a day: segments of SMS from all of theirs together, and e-mails to unknown addresses. */
export type DayLimits = { readonly sms: number; readonly unknownMails: number }

export const nothingSpent: Spent = { handled: 0, known: 0, strangers: 0, unknownAddresses: 0 }

/** What strangers spend can be stopped. */
export const isOfStrangers = (purse: Purse): boolean => purse === 'strangers' || purse === 'unknownAddresses'

const half = (sms: number): number => Math.floor(sms / 2)
const fifth = (sms: number): number => Math.floor(sms / 5)

/**
 * What a purse may still take today, 0 or more. No purse lends to one below it: all but `handled` together have half of the day's
 * SMS, of which strangers have two fifths at most, and `handled` may take from all. What an admin sends beyond a purse takes
 * nothing from the half of `handled`.
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

/** What a purse has taken today, and what it may still take. */
export type PurseState = { readonly spent: number; readonly left: number }
export type PurseStates = Readonly<Record<Purse, PurseState>>

/** A stop of strangers takes nothing from what is left to them. */
export const purseStates = (spent: Spent, max: DayLimits): PurseStates => {
  const getState = (purse: Purse): PurseState => ({ spent: spent[purse], left: roomIn(purse, spent, max) })
  return Object.fromEntries(messagePurses.map((purse) => [purse, getState(purse)])) as PurseStates
}

/** What a message takes of a day; `purse` is null where it takes nothing. */
export type Cost = { readonly purse: Purse | null; readonly segments: number }
export const costsNothing: Cost = { purse: null, segments: 0 }
