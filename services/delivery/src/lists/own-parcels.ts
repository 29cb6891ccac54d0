import {
  asOnLabel,
  type DeliveryStatus,
  displayPhone,
  haveWords,
  type OwnTrouble,
  wordsAsked,
  wordsOf,
} from '@tuma/contracts/vocabulary'
import type { DeliveryRow } from '../domain/delivery-views.ts'

/** How somebody looks through what they have sent themselves. */
export type OwnWanted = {
  readonly status: DeliveryStatus | null
  readonly search: string
  /** Null: by whatever it is. */
  readonly by: 'trackingId' | 'phone' | null
}

/** Of one's own a part of it is enough. Tracking ids are typed leniently, names go with them. */
export const isLookedFor = ({ status, search, by }: OwnWanted) => {
  const [digits, words, letters] = [search.replace(/\D/g, ''), wordsAsked(search), lettersOf(search)]
  const [mayBePhone, mayBeElse] = [by !== 'trackingId' && isNumber(search), by !== 'phone']
  return (row: DeliveryRow): boolean => {
    if (status !== null && row.status !== status) return false
    if (search.trim() === '') return true
    const byPhone = mayBePhone && hasPhone(row, digits)
    const byName = mayBeElse && haveWords(namesOf(row), words)
    const byId = mayBeElse && letters !== '' && lettersOf(row.trackingId).includes(letters)
    return byPhone || byName || byId
  }
}

/** Of one's own, what the store finds by itself; what stands at no key is sifted. */
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

/** What has letters is no phone, whatever digits it has. */
const isNumber = (typed: string): boolean => /^[+\d\s()./-]*\d[+\d\s()./-]*$/.test(typed)
const lettersOf = (trackingId: string): string => asOnLabel(trackingId).replace(/[^0-9A-Z]/g, '')

const hasPhone = ({ sender, receiver }: DeliveryRow, digits: string): boolean =>
  [sender.phone, receiver.phone].some((phone) => phone.includes(digits) || displayPhone(phone).includes(digits))
const namesOf = ({ sender, receiver }: DeliveryRow): string[] => [...wordsOf(sender.name), ...wordsOf(receiver.name)]
