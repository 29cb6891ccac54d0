/** Moments as people read them; the first page's own small script needs them as well: no React here. */

const nairobi = { timeZone: 'Africa/Nairobi' } as const
const dayFormat = new Intl.DateTimeFormat('en-GB', { ...nairobi, day: 'numeric', month: 'short', year: 'numeric' })
const timeFormat = new Intl.DateTimeFormat('en-GB', { ...nairobi, hour: 'numeric', minute: '2-digit', hour12: true })

/** "21 Nov 2026" in Nairobi. @param instant ISO, or "2026-11-21" */
export const formatDay = (instant: string): string => dayFormat.format(new Date(instant))
/** "21 Nov 2026, 2:05 pm" in Nairobi. */
export const formatDateTime = (instant: string): string =>
  `${formatDay(instant)}, ${timeFormat.format(new Date(instant))}`

/** What each keeps together where it is too long for its line: the day, the space between, the time. */
export const partsOf = (moment: string): string[] => moment.split(/(?<=,)( )/)
