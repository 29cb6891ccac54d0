import { expect, test } from 'vitest'
import { keyedHash } from './ids.ts'

const hash = keyedHash('a secret')

// Streams are named by these, so that what was stored in November 2026 is found for ever.
test('a keyed hash stays what it was', () => {
  expect(hash('code', 'UKL1111111')).toBe('065162c4a34a141e0b7f35814f945858535bbd96da07fc0b2d7cbda764c077a4')
  expect(hash('delivery of command', [{ kind: 'user', b: 1, a: 2 }, 'c1'])).toBe(
    '256dbf74a3eca2b40a50ace34caebe2822596f138a6328f91e9d10f365c9ba67',
  )
})
test('the order of its fields makes no other content, that of a list does', () => {
  expect(hash('form', { a: [1, 2], b: { c: 1, d: 2 } })).toBe(hash('form', { b: { d: 2, c: 1 }, a: [1, 2] }))
  expect(hash('form', [1, 2])).not.toBe(hash('form', [2, 1]))
})
test('label and content are told apart, and another secret makes another hash', () => {
  expect(hash('ab', 'c')).not.toBe(hash('a', 'bc'))
  expect(keyedHash('another secret')('code', 'a')).not.toBe(hash('code', 'a'))
})
