import { type EatDay, getEatDay, isDayClosed } from '@tuma/contracts/vocabulary'
import type { AuditCheck, CheckFinding, Recorded } from '@tuma/platform/domain'
import { Map as ById } from 'immutable'
import type { BookEvent } from './books-views.ts'
import type { TakingsTeller } from './takings.ts'

/** Cents by agent; null where no agent is known, and for M-Pesa. */
type Sums = ById<string | null, number>
/** `bookedBefore`: what was in the books when revenue heard the sum. */
type Told = { readonly sums: Sums; readonly bookedBefore: Sums; readonly at: string }
type Day = { readonly by: TakingsTeller; readonly day: EatDay; readonly booked: Sums; readonly told: Told | null }
type Days = ById<string, Day>

const maxLateMs = 2 * 60 * 60 * 1000

/**
 * What was booked on a day is what delivery and payment say that was taken. An event that comes late, or on a day that a
 * wrong clock closed, is in the books before the next sum tells of it: so a sum is right if it is between what was booked
 * when it came and what is booked now. It is compared two hours after it came, because its events may overtake each other.
 */
export const takingsCheck: AuditCheck<BookEvent, Days> = {
  name: 'takings_differ',
  initial: ById(),
  take: (days, event) => {
    switch (event.type) {
      case 'SaleTaken': {
        const { how, agentId, feeCents, productCents, at } = event.data
        return how === 'cash' ? book(days, 'delivery', at, [agentId, feeCents + productCents]) : days
      }
      case 'MoneyConfirmed':
        return book(days, 'payment', event.data.valueAt, [null, event.data.cents])
      case 'TakingsTold':
        return hear(days, event)
      default:
        return days
    }
  },
  end: (days, at) => [...days.values()].flatMap((day) => compare(day, at)),
}

const change = (days: Days, by: TakingsTeller, day: EatDay, make: (before: Day) => Day): Days => {
  const key = `${by} ${day}`
  return days.update(key, { by, day, booked: ById(), told: null }, make)
}

const book = (days: Days, by: TakingsTeller, at: string, [party, cents]: readonly [string | null, number]): Days =>
  change(days, by, getEatDay(at), (day) => ({
    ...day,
    booked: day.booked.update(party, 0, (before) => before + cents),
  }))

const hear = (days: Days, { data, metadata }: Recorded<Extract<BookEvent, { type: 'TakingsTold' }>>): Days =>
  change(days, data.by, data.day, (day) => {
    const sums: Sums = ById(data.takings.map(({ party, cents }) => [party, cents]))
    return { ...day, told: { sums, bookedBefore: day.booked, at: metadata.at } }
  })

const compare = ({ by, day, booked, told }: Day, at: string): CheckFinding[] => {
  if (told === null || !isDayClosed(day, at) || Date.parse(at) - Date.parse(told.at) < maxLateMs) return []
  return [...new Set([...booked.keys(), ...told.sums.keys()])].flatMap((party) => {
    const [expected, before, now] = [told.sums, told.bookedBefore, booked].map((sums) => sums.get(party, 0)) as Three
    if (expected >= before && expected <= now) return []
    return [
      { about: [by, day, ...(party === null ? [] : [party])].join(' '), expected: `${expected}`, found: `${now}` },
    ]
  })
}
type Three = [number, number, number]
