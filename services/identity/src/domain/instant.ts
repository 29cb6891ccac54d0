/** Instants are ISO strings in UTC with milliseconds, which sort as texts. */
export const later = (instant: string, ms: number): string => new Date(Date.parse(instant) + ms).toISOString()

export const minutes = (count: number): number => count * 60_000
export const hours = (count: number): number => minutes(60 * count)
export const days = (count: number): number => hours(24 * count)
