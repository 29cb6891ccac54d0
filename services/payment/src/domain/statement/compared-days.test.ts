import { addDays, type EatDay, getEatDay } from '@tuma/contracts/vocabulary'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { comparedPeriods } from './compared-days.ts'

/** Both days included. */
const comparedDays = (all: Parameters<typeof comparedPeriods>[0]) =>
  comparedPeriods(all).map(({ from, to }) => ({ from, to: addDays(to as EatDay, -1) }))

const eat = (day: string, time = '10:00') => new Date(`${day}T${time}:00+03:00`).toISOString()
const imported = (from: string, to: string, readAt: string, more: { account?: string; whole?: boolean } = {}) => ({
  ...{ account: null, whole: true, ...more },
  ...{ from: eat(from, '08:00'), to: eat(to, '20:00'), readAt: eat(readAt) },
})

describe('days are compared with statements', () => {
  test('from the first to the last day of a statement that was uploaded later', () =>
    expect(comparedDays([imported('2026-11-01', '2026-11-03', '2026-11-04')])).toEqual([
      { from: '2026-11-01', to: '2026-11-03' },
    ]))
  test('without the last day where that day was not over', () =>
    expect(comparedDays([imported('2026-11-01', '2026-11-03', '2026-11-03')])).toEqual([
      { from: '2026-11-01', to: '2026-11-02' },
    ]))
  test('by days of Nairobi', () =>
    expect(
      comparedDays([
        {
          account: null,
          whole: true,
          from: '2026-10-31T21:30:00.000Z',
          to: eat('2026-11-02'),
          readAt: eat('2026-11-03'),
        },
      ]),
    ).toEqual([{ from: '2026-11-01', to: '2026-11-02' }]))
  test('as one range where the next statement begins on the same or the next day, the newest first', () =>
    expect(
      comparedDays([
        imported('2026-11-08', '2026-11-09', '2026-11-10'),
        imported('2026-11-03', '2026-11-05', '2026-11-06'),
        imported('2026-11-01', '2026-11-02', '2026-11-03'),
      ]),
    ).toEqual([
      { from: '2026-11-08', to: '2026-11-09' },
      { from: '2026-11-01', to: '2026-11-05' },
    ]))
  test('for several accounts only where each has a statement', () =>
    expect(
      comparedDays([
        imported('2026-11-01', '2026-11-09', '2026-11-10', { account: 'Merchant Account' }),
        imported('2026-11-04', '2026-11-05', '2026-11-06', { account: 'Utility Account' }),
        imported('2026-11-08', '2026-11-12', '2026-11-13', { account: 'Utility Account' }),
      ]),
    ).toEqual([
      { from: '2026-11-08', to: '2026-11-09' },
      { from: '2026-11-04', to: '2026-11-05' },
    ]))
  test('for all accounts by a statement that names no account', () =>
    expect(
      comparedDays([
        imported('2026-11-01', '2026-11-02', '2026-11-10', { account: 'Merchant Account' }),
        imported('2026-11-03', '2026-11-04', '2026-11-10'),
      ]),
    ).toEqual([{ from: '2026-11-01', to: '2026-11-04' }]))
  test('never by a statement with missing rows', () =>
    expect(comparedDays([imported('2026-11-01', '2026-11-03', '2026-11-04', { whole: false })])).toEqual([]))
  test('not at all where nothing is imported', () => expect(comparedDays([])).toEqual([]))

  test('in total exactly where whole statements of every account cover them', () => {
    const first = '2026-11-01'
    const day = (number: number) => addDays(first, number)
    const statement = fc
      .record({
        ...{
          account: fc.constantFrom(null, 'Merchant Account', 'Utility Account'),
          whole: fc.constantFrom(true, true, false),
        },
        ...{ start: fc.nat(9), length: fc.nat(3), wait: fc.nat(1) },
      })
      .map(({ start, length, wait, ...about }) => ({
        ...{ ...about, from: eat(day(start)), to: eat(day(start + length)), readAt: eat(day(start + length + wait)) },
      }))
    const covers = ({ from, to, readAt, whole }: ReturnType<typeof imported>, on: string) =>
      whole && getEatDay(from) <= on && (on < getEatDay(to) || (on === getEatDay(to) && on < getEatDay(readAt)))
    void fc.assert(
      fc.property(fc.array(statement, { maxLength: 6 }), (all) => {
        const named = [...new Set(all.map(({ account }) => account))].filter((account) => account !== null)
        const accounts = named.length === 0 ? [null] : named
        const days = comparedDays(all)
        for (let number = -2; number < 16; number += 1) {
          const on = day(number)
          const isCovered = accounts.every((account) =>
            all.some((one) => (one.account === null || one.account === account) && covers(one, on)),
          )
          expect([on, days.some(({ from, to }) => from <= on && on <= to)]).toEqual([on, isCovered])
        }
        for (const { from, to } of days) expect(from <= to).toBe(true)
        for (const [at, { to }] of days.slice(1).entries()) expect(to < (days[at]?.from ?? '')).toBe(true)
      }),
      { numRuns: 500 },
    )
  })
})
