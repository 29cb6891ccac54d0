const aheadMs = 3 * 60 * 60 * 1000

/** Date and time of an ISO instant on a clock in Nairobi. */
const getClock = (instant: string) => {
  const [date = '', time = ''] = new Date(Date.parse(instant) + aheadMs).toISOString().split('T')
  const [year = '', month = '', day = ''] = date.split('-')
  const [hour = '', minute = '', second = ''] = time.slice(0, 8).split(':')
  return { year, month, day, hour, minute, second }
}

/** 20261124153005 */
export const getStamp = (instant: string): string => Object.values(getClock(instant)).join('')

/** "24-11-2026 15:30:05", or "2026-11-24 15:30:05": portals have written both. */
export const getRowTime = (instant: string, dates: 'DD-MM-YYYY' | 'YYYY-MM-DD'): string => {
  const { year, month, day, hour, minute, second } = getClock(instant)
  const date = dates === 'DD-MM-YYYY' ? `${day}-${month}-${year}` : `${year}-${month}-${day}`
  return `${date} ${hour}:${minute}:${second}`
}

/** "24/11/26 at 3:30 PM" */
export const getMessageTime = (instant: string): string => {
  const { year, month, day, hour, minute } = getClock(instant)
  const half = Number(hour) < 12 ? 'AM' : 'PM'
  return `${Number(day)}/${Number(month)}/${year.slice(2)} at ${Number(hour) % 12 || 12}:${minute} ${half}`
}

/** "UKO": the year counted from A for 2006, the month from A, the day in digits and then letters. */
export const getDayLetters = (instant: string): string => {
  const { year, month, day } = getClock(instant)
  const letter = (index: number) => String.fromCharCode(65 + index)
  return letter(Number(year) - 2006) + letter(Number(month) - 1) + Number(day).toString(32).toUpperCase()
}

/** The instant of 14 digits, in milliseconds; NaN if it is not one. */
export const stampedAt = (stamp: string): number => {
  const [, year, month, day, hour, minute, second] = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/.exec(stamp) ?? []
  return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}+03:00`)
}
