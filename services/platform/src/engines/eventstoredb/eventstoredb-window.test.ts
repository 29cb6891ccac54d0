import { describe, expect, test } from 'vitest'
import type { StoredEvent } from '../../ports/event-store.ts'
import { openEventWindow } from './eventstoredb-window.ts'

const eventAt = (position: number): StoredEvent => ({
  ...{ id: `${position}`, type: 'ParcelWeighed', version: 1, data: {}, metadata: {} },
  ...{ stream: 'parcel-1', revision: 0, position },
})
const positions = (events: readonly StoredEvent[] | null) => events?.map(({ position }) => position) ?? null

/** A window for three events of one byte each, behind the earlier ones. */
const opened = (floor: number | null, max = { events: 3, bytes: 100 }) => {
  const window = openEventWindow(max)
  window.begin(floor)
  const add = (...all: number[]) => all.forEach((position) => void window.add(eventAt(position), 1))
  return { window, add }
}

describe('the window of the newest events', () => {
  test('has every event when the store was empty, in order and after any of them', () => {
    const { window, add } = opened(null)
    expect(window.after(null, 10)).toEqual([])
    add(5, 10, 15)
    expect(positions(window.after(null, 10))).toEqual([5, 10, 15])
    expect(positions(window.after(5, 10))).toEqual([10, 15])
    expect(positions(window.after(7, 10))).toEqual([10, 15])
    expect(window.after(15, 10)).toEqual([])
    expect(positions(window.after(null, 2))).toEqual([5, 10])
  })
  test('drops its oldest event for a newer one, and a follower that has not taken it must read it elsewhere', () => {
    const { window, add } = opened(null)
    add(5, 10, 15, 20)
    expect(window.floor()).toBe(5)
    expect(window.after(null, 10)).toBeNull()
    expect(window.after(4, 10)).toBeNull()
    expect(positions(window.after(5, 10))).toEqual([10, 15, 20])
  })
  test('serves a follower that has taken the newest event from before its beginning', () => {
    const { window, add } = opened(100)
    expect(window.after(99, 10)).toBeNull()
    expect(window.after(100, 10)).toEqual([])
    add(105)
    expect(positions(window.after(100, 10))).toEqual([105])
    expect(window.after(null, 10)).toBeNull()
  })
  test('returns no events to a follower that is past all of it', () => {
    const { window, add } = opened(100)
    add(105)
    expect(window.after(900, 10)).toEqual([])
  })
  test('never holds more bytes than allowed, and not even one event that is larger', () => {
    const { window } = opened(null, { events: 3, bytes: 100 })
    window.add(eventAt(5), 60)
    window.add(eventAt(10), 40)
    expect(positions(window.after(null, 10))).toEqual([5, 10])
    window.add(eventAt(15), 1)
    expect(window.after(null, 10)).toBeNull()
    expect(positions(window.after(5, 10))).toEqual([10, 15])
    window.add(eventAt(20), 101)
    expect(window.floor()).toBe(20)
    expect(window.after(20, 10)).toEqual([])
  })
  test('begins again empty', () => {
    const { window, add } = opened(null)
    add(5, 10, 15, 20)
    window.begin(null)
    add(1)
    expect(positions(window.after(null, 10))).toEqual([1])
  })
})
