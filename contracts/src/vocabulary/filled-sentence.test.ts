import { expect, test } from 'vitest'
import { fillSentence } from './index.ts'

test('a sentence takes the facts of its refusal, days and times in words', () => {
  const facts = { name: 'Njeri', day: '2026-12-05', time: '2026-12-05T11:05:00.000Z', hours: 3 }
  expect(fillSentence('{name}: {hours} h, from {day}, {time}.', facts, 'en')).toBe(
    'Njeri: 3 h, from 5 Dec 2026, 5 Dec 2026, 14:05.',
  )
  expect(fillSentence('Kuanzia {day}.', facts, 'sw')).toBe('Kuanzia 5 Des 2026.')
})

test('a missing fact leaves the sentence unchanged', () => {
  expect(fillSentence('From {day}.', undefined, 'en')).toBe('From {day}.')
  expect(fillSentence('From {day}.', { day: null }, 'en')).toBe('From {day}.')
})
