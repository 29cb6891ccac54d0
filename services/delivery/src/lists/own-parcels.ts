import {
  asOnLabel,
  type DeliveryStatus,
  haveWords,
  isPartOfPhone,
  isPhoneLike,
  type OwnTrouble,
  trackingIdIn,
  wordsAsked,
  wordsOf,
} from '@tuma/contracts/vocabulary'
import type { DeliveryRow } from '../domain/delivery-views.ts'

/** How senders search their own parcels. */
export type OwnWanted = {
  readonly status: DeliveryStatus | null
  readonly search: string
  /** Null: by any of them. */
  readonly by: 'trackingId' | 'phone' | null
}

/** A part is enough to find one's own parcel. Tracking ids may be typed loosely, and names are searched too. */
export const isLookedFor = ({ status, search, by }: OwnWanted) => {
  const [words, letters] = [wordsAsked(search), getLetters(trackingIdIn(search) ?? search)]
  const [mayBePhone, mayBeElse] = [by !== 'trackingId' && isPhoneLike(search), by !== 'phone']
  return (row: DeliveryRow): boolean => {
    if (status !== null && row.status !== status) return false
    if (search.trim() === '') return true
    const byPhone = mayBePhone && hasPhone(row, search)
    const byName = mayBeElse && haveWords(getNames(row), words)
    const byId = mayBeElse && letters !== '' && getLetters(row.trackingId).includes(letters)
    return byPhone || byName || byId
  }
}

/** The conditions that an index covers; the others are checked row by row. */
export const whereTroubled: Record<OwnTrouble, Readonly<Record<string, string>>> = {
  asked: { status: 'delivered' },
  held: { trouble: 'held' },
  back: { trouble: 'back' },
  returned: { status: 'collected' },
  lost: { trouble: 'lost' },
}
export const isTroubled = (trouble: OwnTrouble, { waiting, outcome }: DeliveryRow): boolean => {
  if (trouble === 'asked') return waiting?.asked ?? false
  return trouble !== 'returned' || outcome === 'returned'
}

const getLetters = (trackingId: string): string => asOnLabel(trackingId).replace(/[^0-9A-Z]/g, '')

const hasPhone = ({ sender, receiver }: DeliveryRow, typed: string): boolean =>
  [sender.phone, receiver.phone].some((phone) => isPartOfPhone(typed, phone))
const getNames = ({ sender, receiver }: DeliveryRow): string[] => [...wordsOf(sender.name), ...wordsOf(receiver.name)]
