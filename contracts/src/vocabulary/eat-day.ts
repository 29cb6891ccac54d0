/** Days, weeks (from Monday) and months are Nairobi's: UTC+3 all year. Instants are ISO strings in UTC. */
const offsetMs = 3 * 60 * 60 * 1000
const dayMs = 24 * 60 * 60 * 1000

/** "2026-11-21" */
export type EatDay = string

/** Its UTC parts are what calendar and clock show in Nairobi. */
export const inNairobi = (instant: string | Date): Date => new Date(new Date(instant).getTime() + offsetMs)

export const getEatDay = (instant: string): EatDay => inNairobi(instant).toISOString().slice(0, 10)

/** Days may be counted over months: `addDays('2026-11-30', 1)` is "2026-12-01". */
export const addDays = (day: EatDay, days: number): EatDay =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10)

export const getMonday = (day: EatDay): EatDay => addDays(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7))
export const firstOfMonth = (day: EatDay): EatDay => `${day.slice(0, 8)}01`

/** "2026-11" → its first and its last day. */
export const daysOfMonth = (month: string): { readonly from: EatDay; readonly to: EatDay } => {
  const from = `${month}-01`
  return { from, to: addDays(firstOfMonth(addDays(from, 31)), -1) }
}

/** The months from this day's to that day's, "2026-11" and so on, the newest first. */
export const monthsBetween = (first: EatDay, last: EatDay): string[] => {
  const months: string[] = []
  for (let day = firstOfMonth(last); day >= firstOfMonth(first); day = firstOfMonth(addDays(day, -1)))
    months.push(day.slice(0, 7))
  return months
}

const lateMs = 2 * 60 * 60 * 1000

/** The day ended two hours ago or earlier, so that what comes late has come. */
export const isDayClosed = (day: EatDay, at: string): boolean =>
  Date.parse(at) >= Date.parse(`${addDays(day, 1)}T00:00:00Z`) - offsetMs + lateMs

/** Every day from `from` to `to`, both included. */
export const daysBetween = (from: EatDay, to: EatDay): EatDay[] => {
  const days: EatDay[] = []
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day)
  return days
}

/** The number of days in Nairobi between two instants: a parcel from yesterday evening has been there for one. */
export const eatDaysSince = (instant: string, now: string): number =>
  Math.round((Date.parse(getEatDay(now)) - Date.parse(getEatDay(instant))) / dayMs)

/** The instant so many months before, at the same time of day. */
export const monthsBefore = (instant: string, months: number): string => {
  const day = new Date(instant)
  day.setUTCMonth(day.getUTCMonth() - months)
  return day.toISOString()
}
