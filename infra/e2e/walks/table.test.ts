import { expect, test } from 'vitest'
import { type Figure, faultsIn, getNotes, getTable, moreIn, type Round } from './table.ts'

const figure = (journey: string, width: number, taps: number, more: Partial<Figure> = {}): Figure => ({
  ...{ journey, width },
  walked: { effort: { taps, fields: 2, keys: 10, pastes: 0, screens: width / 1000 }, ms: 4200, faults: [], notes: [] },
  carried: { requests: 12, bytes: 260_400 },
  ...more,
})
const round = (...figures: Figure[]): Round => ({ on: '2026-11-23', line: 'slow 4G', figures })
const wants = new Map([
  ['login', 'A client logs in'],
  ['take-in', 'An agent takes in a parcel'],
])
const row = (table: string, journey: string) => table.split('\n').find((line) => line.includes(`**${journey}**`))

test('each journey has a row: a figure that is the same at every width appears once', () => {
  const table = getTable(wants, [round(figure('login', 1280, 4), figure('login', 360, 4))])
  expect(table).toContain('Where widths differ: 360 / 1280 px;')
  expect(row(table, 'login')).toBe('| **login**: A client logs in | 4 | 2 | 10 | 0.4 / 1.3 | 8 / 9 | 4 | 12 | 260 |')
  expect(row(table, 'take-in')).toBeUndefined()
})

test('figures of a later walk are beside the earlier ones, also where only some journeys were walked again', () => {
  const rounds = [round(figure('login', 360, 5), figure('login', 1280, 4)), round(figure('login', 360, 3))]
  expect(row(getTable(wants, rounds), 'login')).toContain('| 5→3 / 4→– |')
})

test('measured figures are shown as a range from the lowest to the highest', () => {
  const slow = { walked: { ...figure('login', 768, 4).walked, ms: 9100 } }
  const table = getTable(wants, [round(figure('login', 360, 4), figure('login', 768, 4, slow))])
  expect(row(table, 'login')).toContain('| 4–9 | 12 | 260 |')
})

test('a journey that costs more than before is listed with its widths and reason; one with the same or less is not', () => {
  const before = round(figure('login', 360, 4), figure('login', 1280, 4), figure('take-in', 360, 3))
  const after = round(figure('login', 360, 6), figure('login', 1280, 4), figure('take-in', 360, 2))
  const why = new Map([
    ['login', 'a code is asked for.'],
    ['take-in', undefined],
  ])
  expect(moreIn(why, [before, after])).toBe('- **login** (360 px taps 4 → 6): a code is asked for.')
})

test('a journey that did not reach its goal has no figures, and its reason is noted', () => {
  const stopped = round(figure('login', 360, 2, { failed: 'it never came' }))
  expect(row(getTable(wants, [stopped]), 'login')).toContain('| ✗ | ✗ |')
  expect(getNotes(stopped)).toBe('- not reached: it never came: login (360)')
})

test('a fault is listed once, with the screens and widths at which it was seen', () => {
  const wrong = (width: number, place: string): Figure => {
    const one = figure('login', width, 4)
    return { ...one, walked: { ...one.walked, faults: [`scrolls sideways by 8 px, at ${place}`] } }
  }
  const seen = round(wrong(1024, '/login'), wrong(360, '/login'), wrong(360, '/'))
  expect(faultsIn(seen)).toBe('- scrolls sideways by 8 px: /login (360, 1024); / (360)')
})
