import { type EatDay, getEatDay, isDayClosed } from '@tuma/contracts/vocabulary'
import type { AuditCheck, CheckFinding, Recorded } from '@tuma/platform/domain'
import { Map as ById } from 'immutable'
import type { BookEvent } from './books-views.ts'
import type { TakingsTeller } from './takings.ts'

/** Cents by agent; null where no agent is known, and for M-Pesa. */
type Sums = ById<string | null, number>
/** Booked after the sum of its day came. `heardBefore`: how many sums of its teller had come by then. */
type LateBooking = { readonly party: string | null; readonly cents: number; readonly heardBefore: number }
/** `bookedBefore`: what was in the books when revenue heard the sum. */
type Told = {
  readonly sums: Sums
  readonly bookedBefore: Sums
  readonly late: readonly LateBooking[]
  readonly summedAt: string
  readonly at: string
}
type Day = { readonly by: TakingsTeller; readonly day: EatDay; readonly booked: Sums; readonly told: Told | null }
/** A sum of any day, as it came. */
type Heard = { readonly summedAt: string; readonly at: string }
type Days = { readonly days: ById<string, Day>; readonly heard: ById<TakingsTeller, readonly Heard[]> }

const maxLateMs = 2 * 60 * 60 * 1000

/**
 * What was booked on a day is what delivery and payment say that was taken, less the cash that agents gave back on that
 * day for cancelled parcels. An event that comes late, or on a day that a
 * wrong clock closed, is in the books before the next sum tells of it: so a sum is right if it is what was booked when it
 * came, with any of what was booked since. A service tells all sums that changed, so a later sum of any day says that this
 * one still has everything: then what was booked before that sum must be in it, too. Each sum counts from two hours after
 * it came, because sums and their events may overtake each other.
 */
export const takingsCheck: AuditCheck<BookEvent, Days> = {
  name: 'takings_differ',
  initial: { days: ById(), heard: ById() },
  take: (state, event) => {
    switch (event.type) {
      case 'SaleTaken': {
        const { how, agentId, feeCents, productCents, at } = event.data
        return how === 'cash' ? book(state, 'delivery', at, [agentId, feeCents + productCents]) : state
      }
      case 'SaleCancelled': {
        const { agentId, cashBack, at } = event.data
        return cashBack > 0 ? book(state, 'delivery', at, [agentId, -cashBack]) : state
      }
      case 'MoneyConfirmed':
        return book(state, 'payment', event.data.valueAt, [null, event.data.cents])
      case 'TakingsTold':
        return hear(state, event)
      default:
        return state
    }
  },
  end: ({ days, heard }, at) => [...days.values()].flatMap((day) => compare(day, heard.get(day.by, []), at)),
}

const change = ({ days, heard }: Days, by: TakingsTeller, day: EatDay, make: (before: Day) => Day): Days => {
  const key = `${by} ${day}`
  return { days: days.update(key, { by, day, booked: ById(), told: null }, make), heard }
}

const book = (state: Days, by: TakingsTeller, at: string, [party, cents]: readonly [string | null, number]): Days =>
  change(state, by, getEatDay(at), ({ booked, told, ...day }) => ({
    ...day,
    booked: add(booked, party, cents),
    told: told && { ...told, late: [...told.late, { party, cents, heardBefore: state.heard.get(by, []).length }] },
  }))

const add = (sums: Sums, party: string | null, cents: number): Sums => sums.update(party, 0, (before) => before + cents)

const hear = (state: Days, { data, metadata }: Recorded<Extract<BookEvent, { type: 'TakingsTold' }>>): Days => {
  const { by, summedAt } = data
  const one = { summedAt, at: metadata.at }
  const sums: Sums = ById(data.takings.map(({ party, cents }) => [party, cents]))
  const { days } = change(state, by, data.day, (day) => ({
    ...day,
    told: { ...one, sums, bookedBefore: day.booked, late: [] },
  }))
  return { days, heard: state.heard.update(by, [], (before) => [...before, one]) }
}

const compare = ({ by, day, booked, told }: Day, heard: readonly Heard[], at: string): CheckFinding[] => {
  const counts = (one: Heard) => Date.parse(at) - Date.parse(one.at) >= maxLateMs
  if (told === null || !isDayClosed(day, at) || !counts(told)) return []
  const newest = heard.findLastIndex((one) => one.summedAt > told.summedAt && counts(one))
  const sumUp = (isIn: (one: LateBooking) => boolean) =>
    told.late.filter(isIn).reduce((sums, { party, cents }) => add(sums, party, cents), told.bookedBefore)
  const mustBeIn = ({ heardBefore }: LateBooking) => heardBefore <= newest
  const least = sumUp((one) => mustBeIn(one) || one.cents < 0)
  const most = sumUp((one) => mustBeIn(one) || one.cents > 0)
  return [...new Set([...booked.keys(), ...told.sums.keys()])].flatMap((party) => {
    const expected = told.sums.get(party, 0)
    if (expected >= least.get(party, 0) && expected <= most.get(party, 0)) return []
    const found = `${booked.get(party, 0)}`
    return [{ about: [by, day, ...(party === null ? [] : [party])].join(' '), expected: `${expected}`, found }]
  })
}
