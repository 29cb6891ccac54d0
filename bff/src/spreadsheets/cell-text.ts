import { type CellObject, SSF } from '@e965/xlsx'

const dayMs = 24 * 60 * 60 * 1000
/**
 * Day 0 of both date systems. The system 1900 counts a 29 February 1900 that did not exist, so from March 1900 on it
 * begins a day earlier.
 */
const day0 = { 1900: Date.UTC(1899, 11, 30), 1904: Date.UTC(1904, 0, 1) } as const
export type DateSystem = keyof typeof day0

/**
 * The text of a cell in a statement's form: times as `2026-11-23 09:30:15`, amounts rounded to cents, formulas by their
 * stored value.
 */
export const openCellText = (dates: DateSystem) => {
  const isTime = new Map<string, boolean>()
  const isTimeFormat = (format: string | number | undefined): boolean => {
    const key = String(format ?? '')
    const known = isTime.get(key)
    if (known !== undefined) return known
    const found = key !== '' && SSF.is_date(key)
    isTime.set(key, found)
    return found
  }
  /** @param inTimes the column's name says that its numbers are times, in any format */
  return (cell: CellObject | null | undefined, inTimes: boolean): string => {
    const value = cell?.v
    if (cell === null || cell === undefined || value === undefined || value === null) return ''
    if (typeof value === 'string') return value
    if (value instanceof Date) return textOfTime(value.getTime())
    if (typeof value === 'boolean') return String(value)
    if (cell.t === 'e') return '#ERROR'
    return inTimes || isTimeFormat(cell.z) ? textOfTime(day0[dates] + value * dayMs) : textOfNumber(value)
  }
}

/** A serial is a fraction of a day, so it is rounded to the second. */
const textOfTime = (ms: number): string => {
  const time = new Date(Math.round(ms / 1000) * 1000)
  return Number.isNaN(time.getTime()) ? '#ERROR' : time.toISOString().slice(0, 19).replace('T', ' ')
}

/** Numbers that a spreadsheet calculated differ a little from whole cents: 1249.9999999999998. */
const textOfNumber = (value: number): string =>
  Number.isInteger(value) || Math.abs(value) >= 1e15 ? String(value) : value.toFixed(2)
