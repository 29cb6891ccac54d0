// @vitest-environment jsdom
import { act, cleanup, renderHook } from '@testing-library/react'
import type { ScanVerdict } from '@tuma/contracts/vocabulary'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useVerdict } from './use-verdict.ts'

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.useFakeTimers()
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const open = () => {
  const { result } = renderHook(() => useVerdict())
  return {
    say: (verdict: ScanVerdict) =>
      act(() => result.current.say({ says: 'answer', answer: { code: '', verdict, sentence: '', trackingId: null } })),
    pass: (ms: number) => act(() => vi.advanceTimersByTime(ms)),
    shows: () => {
      const said = result.current.shown?.verdict
      return said?.says === 'answer' ? said.answer.verdict : null
    },
  }
}

test('a verdict is shown for three seconds', () => {
  const { say, pass, shows } = open()
  say('arrived')
  pass(2990)
  expect(shows()).toBe('arrived')
  pass(10)
  expect(shows()).toBeNull()
})

test('the next verdict takes its place, for three seconds of its own', () => {
  const { say, pass, shows } = open()
  say('arrived')
  pass(2000)
  say('takenIn')
  pass(2000)
  expect(shows()).toBe('takenIn')
})

test('a red one keeps its three seconds, unless another red one comes', () => {
  const { say, pass, shows } = open()
  say('onHold')
  pass(500)
  say('arrived')
  expect(shows()).toBe('onHold')
  say('forOtherShop')
  expect(shows()).toBe('forOtherShop')
  pass(3000)
  say('arrived')
  expect(shows()).toBe('arrived')
})
