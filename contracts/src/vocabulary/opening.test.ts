import { describe, expect, test } from 'vitest'
import { type AboutShop, closedSoon, openNow } from './opening.ts'
import { hoursInWords, openNowInWords, shopInWords } from './opening-words.ts'

const day = { opens: '08:00', closes: '18:00' }
const saturday = { opens: '09:00', closes: '13:30' }
const week = [day, day, day, day, day, saturday, null]
const shop: AboutShop = { landmark: 'Opposite Equity Bank', hours: week, closedDays: [], closedToday: false }
/** 2026-11-23 is a Monday. */
const at = (day: number, time: string) => new Date(`2026-11-${day}T${time}:00+03:00`).toISOString()
const said = (instant: string, changes: Partial<AboutShop> = {}) =>
  (['en', 'sw'] as const).map((language) => openNowInWords({ ...shop, ...changes }, instant, language))

describe('whether a shop is open', () => {
  test('until when, by Nairobi’s clock', () =>
    expect(said(at(23, '17:59'))).toEqual(['Open now · closes 18:00', 'Liko wazi sasa · linafungwa 18:00']))
  test('from its first minute to the one before it closes', () => {
    expect(openNow(shop, at(23, '08:00'))).toEqual({ kind: 'open', until: '18:00' })
    expect(openNow(shop, at(23, '18:00'))?.kind).toBe('opens')
  })
  test('later today', () =>
    expect(said(at(23, '07:59'))).toEqual(['Closed, opens today 08:00', 'Limefungwa, litafunguliwa leo 08:00']))
  test('tomorrow, once it has closed', () =>
    expect(said(at(23, '18:00'))).toEqual(['Closed, opens tomorrow 08:00', 'Limefungwa, litafunguliwa kesho 08:00']))
  test('on which day, when that is neither', () =>
    expect(said(at(28, '14:00'))).toEqual(['Closed, opens Mon 08:00', 'Limefungwa, litafunguliwa Jtatu 08:00']))
  test('and by date, when it is longer away', () => {
    const closedDays = [24, 25, 26, 27, 28, 30].map((date) => `2026-11-${date}`)
    expect(said(at(23, '19:00'), { closedDays })[0]).toBe('Closed, opens 1 Dec 08:00')
  })
  test('not today, on a weekday that is free, on a day it has named, and when it says so', () => {
    const closed = ['Closed today, opens tomorrow 08:00', 'Limefungwa leo, litafunguliwa kesho 08:00']
    expect(said(at(29, '10:00'))).toEqual(closed)
    expect(said(at(23, '10:00'), { closedDays: ['2026-11-23'] })).toEqual(closed)
    expect(said(at(23, '10:00'), { closedToday: true })).toEqual(closed)
  })
  test('with unknown hours it is only called closed when it is closed today', () => {
    expect(said(at(23, '10:00'), { hours: null })).toEqual([null, null])
    expect(said(at(23, '10:00'), { hours: null, closedToday: true })).toEqual(['Closed today', 'Limefungwa leo'])
  })
})

describe('a shop’s week', () => {
  test('is short: equal days together, free ones left out', () => {
    expect(hoursInWords(week, 'en')).toBe('Mon–Fri 08–18, Sat 09–13:30')
    expect(hoursInWords(week, 'sw')).toBe('Jtatu–Ijumaa 08–18, Jmosi 09–13:30')
  })
  test('is not drawn together over a free day', () =>
    expect(hoursInWords([day, null, day, day, null, null, null], 'en')).toBe('Mon 08–18, Wed–Thu 08–18'))
  test('of seven equal days is one word', () => {
    expect(hoursInWords(Array(7).fill(day), 'en')).toBe('Daily 08–18')
    expect(hoursInWords(Array(7).fill(day), 'sw')).toBe('Kila siku 08–18')
  })
  test('without an open day says nothing', () => expect(hoursInWords(Array(7).fill(null), 'en')).toBe(''))
})

describe('the lines below a shop’s name are', () => {
  test('how to find it, whether it is open, its week, and on which days soon it is not', () =>
    expect(
      shopInWords({ ...shop, closedDays: ['2026-11-22', '2026-11-26', '2026-11-29'] }, at(23, '10:00'), 'en'),
    ).toEqual([
      { words: 'Opposite Equity Bank' },
      { words: 'Open now · closes 18:00', isOpen: true },
      { words: 'Mon–Fri 08–18, Sat 09–13:30' },
      { words: 'Closed on 26 Nov' },
    ]))
  test('also that it is closed', () =>
    expect(shopInWords({ ...shop, landmark: null, closedToday: true }, at(23, '10:00'), 'en')[0]).toEqual({
      words: 'Closed today, opens tomorrow 08:00',
      isOpen: false,
    }))
  test('no lines when the shop has given nothing', () =>
    expect(
      shopInWords({ landmark: null, hours: null, closedDays: [], closedToday: false }, at(23, '10:00'), 'sw'),
    ).toEqual([]))
  test('closed days also when its week is not known', () =>
    expect(closedSoon({ ...shop, hours: null, closedDays: ['2026-11-29', '2026-12-31'] }, at(23, '10:00'))).toEqual([
      '2026-11-29',
    ]))
})
