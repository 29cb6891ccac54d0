import { isNearlySpent as isMostUsed } from '@tuma/contracts/vocabulary'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type DayLimits, nothingSpent, type Purse, purseStates, roomIn, type Spent } from './purses.ts'

const max: DayLimits = { sms: 2000, unknownMails: 200 }
const mayTake = (purse: Purse, sums: Spent, want: number, limits: DayLimits) => want <= roomIn(purse, sums, limits)
const isNearlySpent = (purse: Purse, sums: Spent, limits: DayLimits) => isMostUsed(purseStates(sums, limits)[purse])
const spent = (some: Partial<Spent>): Spent => ({ ...nothingSpent, ...some })
const left = (some: Partial<Spent>) => ({
  handled: roomIn('handled', spent(some), max),
  known: roomIn('known', spent(some), max),
  strangers: roomIn('strangers', spent(some), max),
})

describe('of a day with 2,000 segments', () => {
  test('codes may use all, accounts half, strangers a fifth', () =>
    expect(left({})).toEqual({ handled: 2000, known: 1000, strangers: 400 }))
  test('strangers that used their fifth leave accounts their 30 %, and codes their half and more', () =>
    expect(left({ strangers: 400 })).toEqual({ handled: 1600, known: 600, strangers: 0 }))
  test('accounts that used half leave nothing to strangers, and half to codes', () =>
    expect(left({ known: 1000 })).toEqual({ handled: 1000, known: 0, strangers: 0 }))
  test('codes that used all leave nothing', () =>
    expect(left({ handled: 2000 })).toEqual({ handled: 0, known: 0, strangers: 0 }))
  test('what an admin sends to strangers beyond their share uses nothing of the half of codes', () =>
    expect(left({ strangers: 1994 })).toEqual({ handled: 1000, known: 0, strangers: 0 }))
  test('emails to unknown addresses have a separate limit', () => {
    expect(mayTake('unknownAddresses', spent({ handled: 2000, unknownAddresses: 199 }), 1, max)).toBe(true)
    expect(mayTake('unknownAddresses', spent({ unknownAddresses: 200 }), 1, max)).toBe(false)
  })
  test('a purse is nearly spent at four fifths of its share', () => {
    expect(isNearlySpent('strangers', spent({ strangers: 319 }), max)).toBe(false)
    expect(isNearlySpent('strangers', spent({ strangers: 320 }), max)).toBe(true)
    expect(isNearlySpent('handled', spent({ handled: 1600 }), max)).toBe(true)
    expect(isNearlySpent('handled', spent({ handled: 900, known: 1000 }), max)).toBe(true)
    expect(isNearlySpent('unknownAddresses', spent({ unknownAddresses: 160 }), max)).toBe(true)
    expect(isNearlySpent('known', spent({ handled: 2000 }), max)).toBe(false)
  })
})

describe('whatever is asked for, in any order', () => {
  const ofSms: readonly Purse[] = ['handled', 'known', 'strangers']
  const wishes = fc.array(fc.tuple(fc.constantFrom(...ofSms), fc.integer({ min: 1, max: 40 })), { maxLength: 200 })
  const days = fc.tuple(wishes, fc.integer({ min: 1, max: 1000 }))
  const after = (asked: readonly (readonly [Purse, number])[], limits: DayLimits): Spent => {
    const sums = { ...nothingSpent }
    for (const [purse, want] of asked) if (mayTake(purse, sums, want, limits)) sums[purse] += want
    return sums
  }
  const checkHolds = (check: (sums: Spent, sms: number) => void) =>
    fc.assert(fc.property(days, ([asked, sms]) => void check(after(asked, { sms, unknownMails: 0 }), sms)))

  test('the day uses no more than its limit', () =>
    checkHolds((sums, sms) => expect(sums.handled + sums.known + sums.strangers).toBeLessThanOrEqual(sms)))
  test('strangers use at most a fifth, and they and accounts together at most half', () =>
    checkHolds((sums, sms) => {
      expect(sums.strangers).toBeLessThanOrEqual(sms / 5)
      expect(sums.known + sums.strangers).toBeLessThanOrEqual(sms / 2)
    }))
  test('codes have at least half of the day, unless they used it themselves', () =>
    checkHolds((sums, sms) =>
      expect(sums.handled + roomIn('handled', sums, { sms, unknownMails: 0 })).toBeGreaterThanOrEqual(sms / 2),
    ))
})
