import { expect, test } from 'vitest'
import { countEffort, estimateSeconds } from './effort.ts'

test('a tap is a tap; what is typed is a tap into the field and its keys', () => {
  const { effort, tapped, typed } = countEffort()
  tapped()
  typed('Achieng')
  expect(effort).toEqual({ taps: 2, fields: 1, keys: 7, pastes: 0, screens: 0 })
})

test('after the keyboard’s Next only keys are needed', () => {
  const { effort, typed } = countEffort()
  typed('0711222333', 0)
  expect(effort).toEqual({ taps: 0, fields: 1, keys: 10, pastes: 0, screens: 0 })
})

test('a list is opened and chosen from; a pasted text is held for and chosen', () => {
  const { effort, chose, pasted } = countEffort()
  chose()
  pasted()
  expect(effort).toEqual({ taps: 4, fields: 2, keys: 0, pastes: 1, screens: 0 })
})

test('scrolling is counted in heights of the screen, in both directions', () => {
  const { effort, scrolled } = countEffort()
  scrolled(370, 740)
  scrolled(740, 740)
  expect(effort.screens).toBe(1.5)
})

test('a person needs some seconds for each action', () => {
  expect(estimateSeconds({ taps: 10, fields: 4, keys: 100, pastes: 1, screens: 2 })).toBeCloseTo(12 + 28 + 6 + 1.8)
})
