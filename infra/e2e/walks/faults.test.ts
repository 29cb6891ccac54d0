import { expect, test } from 'vitest'
import { type Named, type ScreenContent, toFaults } from './faults.ts'

const box = (name: string, left: number, top: number, width: number, height: number): Named => ({
  ...{ name, left, top, right: left + width, bottom: top + height },
})
const screen = (seen: Partial<ScreenContent>): ScreenContent => ({
  ...{ width: 360, height: 740, sideways: 0, above: 0, below: 0 },
  ...{ pressable: [], headings: [], toasts: [], stuck: [], cut: [] },
  ...seen,
})

test('a screen without faults gives no fault', () => {
  const seen = screen({ pressable: [box('Send', 20, 100, 320, 48)], headings: [box('Sending', 20, 20, 200, 40)] })
  expect(toFaults(seen)).toEqual([])
})

test('a page that can be scrolled sideways gives a fault with the distance', () => {
  expect(toFaults(screen({ sideways: 12 }))).toEqual(['scrolls sideways by 12 px'])
})

test('touched controls are at least 44 px high and wide, clicked ones 24', () => {
  const pressable = [box('View', 20, 100, 60, 36), box('Copy', 100, 100, 20, 20)]
  expect(toFaults(screen({ pressable }))).toEqual(['“View” is 60 × 36 px, under 44', '“Copy” is 20 × 20 px, under 44'])
  expect(toFaults(screen({ width: 1280, pressable }))).toEqual(['“Copy” is 20 × 20 px, under 24'])
})

test('a toast over a heading or over a control is a fault; one beside them is not', () => {
  const seen = screen({
    toasts: [box('Saved', 10, 10, 340, 60)],
    headings: [box('Sending', 20, 40, 200, 40), box('Later', 20, 200, 200, 40)],
    pressable: [box('Find', 20, 70, 320, 48)],
  })
  expect(toFaults(seen)).toEqual(['a toast covers the heading “Sending”'])
  expect(toFaults({ ...seen, headings: [], pressable: [box('Find', 20, 60, 320, 48)] })).toEqual([
    'a toast covers “Find”',
  ])
})

test('a control that can be scrolled out from under a toast is no fault; a fixed one is, except in the bar where toasts appear', () => {
  const seen = screen({ toasts: [box('Saved', 10, 660, 340, 60)], pressable: [box('View', 20, 680, 320, 48)] })
  const held = ['a toast covers “View”']
  expect(toFaults(seen)).toEqual(held)
  expect(toFaults({ ...seen, below: 67 })).toEqual(held)
  expect(toFaults({ ...seen, below: 68 })).toEqual([])
  expect(toFaults({ ...seen, above: 40 })).toEqual([])
  const pressable = seen.pressable.map((one) => ({ ...one, stays: true }))
  expect(toFaults({ ...seen, pressable, above: 900, below: 900 })).toEqual(held)
  expect(toFaults({ ...seen, pressable: pressable.map((one) => ({ ...one, isInBar: true })) })).toEqual([])
})

test('two fixed elements must not overlap', () => {
  const stuck = [box('Admin', 0, 94, 240, 40), box('Dashboard', 0, 100, 240, 400), box('Pay', 900, 100, 300, 300)]
  expect(toFaults(screen({ width: 1280, stuck }))).toEqual(['“Admin” and “Dashboard” stay in the same place'])
})

test('a text that is cut off is reported once, however often it is seen', () => {
  expect(toFaults(screen({ cut: ['Habari, wanjiku', 'Habari, wanjiku'] }))).toEqual(['“Habari, wanjiku” is cut off'])
})
