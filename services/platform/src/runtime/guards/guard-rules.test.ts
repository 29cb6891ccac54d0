import { describe, expect, test } from 'vitest'
import { afterMiss, afterRight, type GuardRule, nothingCounted, waitBeforeGuess } from './guard-rules.ts'

const minuteMs = 60_000
const waiting: GuardRule = { max: 3, spanMs: 15 * minuteMs, firstWaitMs: minuteMs }
const inSpan: GuardRule = { max: 3, spanMs: 15 * minuteMs }
const at = (minutes: number) => new Date(Date.UTC(2026, 10, 28, 6, minutes)).toISOString()
const missed = (rule: GuardRule, ...moments: number[]) =>
  moments.reduce((counted, moment) => afterMiss(rule, counted, at(moment)), nothingCounted)

describe('a guess', () => {
  test.each([inSpan, waiting])(
    'is allowed while wrong ones and those under way are fewer than the rule says',
    (rule) => {
      expect(waitBeforeGuess(rule, missed(rule, 0, 0), 1, at(0))).toBe(0)
      expect(waitBeforeGuess(rule, missed(rule, 0, 0), 2, at(0))).toBeGreaterThan(0)
      expect(waitBeforeGuess(rule, nothingCounted, 3, at(0))).toBe(0)
      expect(waitBeforeGuess(rule, nothingCounted, 4, at(0))).toBeGreaterThan(0)
    },
  )

  test('waits until the end of the span that began with the first wrong one', () => {
    const counted = missed(inSpan, 0, 5, 10)
    expect(waitBeforeGuess(inSpan, counted, 1, at(10))).toBe(5 * minuteMs)
    expect(waitBeforeGuess(inSpan, counted, 1, at(15))).toBe(0)
  })

  test('is one at a time after a wait', () => {
    const counted = missed(waiting, 0, 0, 0)
    expect(waitBeforeGuess(waiting, counted, 1, at(0))).toBe(minuteMs)
    expect(waitBeforeGuess(waiting, counted, 1, at(1))).toBe(0)
    expect(waitBeforeGuess(waiting, counted, 2, at(1))).toBe(2 * minuteMs)
  })
})

test('each wait is twice the one before it, and none longer than the span', () => {
  let [counted, minute] = [missed(waiting, 0, 0, 0), 0]
  for (const wait of [1, 2, 4, 8, 15, 15]) {
    expect(waitBeforeGuess(waiting, counted, 1, at(minute))).toBe(wait * minuteMs)
    minute += wait
    counted = afterMiss(waiting, counted, at(minute))
  }
})

test('wrong ones of a span that has ended do not count', () => {
  expect(missed(inSpan, 0, 0, 15)).toEqual(missed(inSpan, 15))
  expect(missed(waiting, 0, 0, 0, 16)).toEqual(missed(waiting, 16))
})

test('a right one forgets the wrong ones before it only where waits double', () => {
  expect(afterRight(waiting, missed(waiting, 0, 0))).toEqual(nothingCounted)
  expect(afterRight(inSpan, missed(inSpan, 0, 0))).toEqual(missed(inSpan, 0, 0))
})
