import { describe, expect, test } from 'vitest'
import type { Filling, Follower } from '../event-sourcing/following/follower.ts'
import { EngineAway } from '../ports/message-bus.ts'
import { computePercent, findFilling, openStartProgress } from './start-progress.ts'

const follower = (filling: Filling, fault: unknown = null): Follower => ({
  position: () => null,
  caughtUp: async () => true,
  fault: () => fault,
  filling: () => filling,
  close: async () => undefined,
})
const publisher: Follower = {
  position: () => null,
  caughtUp: async () => true,
  fault: () => null,
  close: async () => undefined,
}
const filling = { taken: 30, toTake: 50, isReadable: false }

test('a start says what it does, and that it waits as long as one of its parts waits for an engine', () => {
  const { now, begin, waiting } = openStartProgress()
  expect(now()).toEqual({ step: 'openingData' })
  const [first, second] = [waiting(), waiting()]
  begin('openingServices')
  first()
  first()
  expect(now()).toEqual({ step: 'waitingForEngine' })
  second()
  expect(now()).toEqual({ step: 'openingServices' })
})

test('the percentage is that of all views of all services, rounded down, and never says 100', () => {
  expect(computePercent([])).toBe(0)
  expect(computePercent([filling, { taken: 0, toTake: 50 }])).toBe(30)
  expect(computePercent([{ taken: 2, toTake: 3 }])).toBe(66)
  expect(computePercent([{ taken: 3, toTake: 3 }])).toBe(99)
})

describe('lists fill', () => {
  test('while those of one service cannot be read', () => {
    const ready = follower({ taken: 50, toTake: 50, isReadable: true })
    expect(findFilling([ready, publisher, follower(filling)])).toEqual({ step: 'fillingLists', percent: 80 })
  })

  test('and not while only a new list fills beside others, nor where there is none', () => {
    expect(findFilling([follower({ ...filling, isReadable: true })])).toBeNull()
    expect(findFilling([publisher])).toBeNull()
  })

  test('also while an engine is away, but not where the process can never go on by itself', () => {
    expect(findFilling([follower(filling, new EngineAway('the documents'))])).not.toBeNull()
    expect(findFilling([follower(filling, new RangeError('of an event'))])).toBeNull()
  })
})
