import { keepDraft, readDraft } from '@tuma/kit/ui'
import type { JustSentState } from './just-sent.tsx'

/** In this tab, of the parcel that was booked last: the visit of its form, and where its booking is shown. */
const [ofVisit, ofBooking] = ['booked.visit', 'booked.shown']

/** `after` with `state` shows what was booked. */
type Booked = { readonly after: string; readonly state: JustSentState }

export const keepBooked = (booked: Booked): void => keepDraft(ofBooking, booked)
/** @param visit of the form (`useVisit`) */
export const keepBookedVisit = (visit: unknown): void => keepDraft(ofVisit, { visit })

/** What was booked at this visit of a form, which Back and a reload lead to again; null where nothing was. */
export function bookedAt(visit: string): Booked | null {
  const { after, state } = readDraft(ofBooking) as Partial<Booked>
  return readDraft(ofVisit).visit === visit && after !== undefined && state !== undefined ? { after, state } : null
}
