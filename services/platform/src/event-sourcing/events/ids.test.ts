import { expect, test } from 'vitest'
import { derivedId, type KeyedHash, keyedHash, randomId } from './ids.ts'

test('an id that is made from parts never changes: accounts, streams and checkpoints have such names', () => {
  expect(derivedId('account', 'command-1')).toBe('276c2887-ff4b-55a0-814a-b98457640ba2')
  expect(derivedId('delivery-1', 0)).toBe('3223ca58-23ee-55a2-9c9d-71c0bd9c3e14')
  expect(derivedId('a', 'b')).not.toBe(derivedId('ab'))
})

test('a random id is a UUID, and repeats with its source', () => {
  const chance = (first: number) => (count: number) => Uint8Array.from({ length: count }, (_, n) => first + n)
  expect(randomId(chance(0))).toBe('00010203-0405-4607-8809-0a0b0c0d0e0f')
  expect(randomId(chance(240))).toBe('f0f1f2f3-f4f5-46f7-b8f9-fafbfcfdfeff')
})

const hash: KeyedHash = (...parts) => keyedHash('a secret')(...parts)

// Streams are named by these, so they must find what was stored in November 2026 for ever.
test('a keyed hash never changes', () => {
  expect(hash('code', 'UKL1111111')).toBe('065162c4a34a141e0b7f35814f945858535bbd96da07fc0b2d7cbda764c077a4')
  expect(hash('delivery of command', [{ kind: 'user', b: 1, a: 2 }, 'c1'])).toBe(
    '256dbf74a3eca2b40a50ace34caebe2822596f138a6328f91e9d10f365c9ba67',
  )
})
test('the order of fields does not change the content, that of a list does', () => {
  expect(hash('form', { a: [1, 2], b: { c: 1, d: 2 } })).toBe(hash('form', { b: { d: 2, c: 1 }, a: [1, 2] }))
  expect(hash('form', [1, 2])).not.toBe(hash('form', [2, 1]))
})
test('empty content is allowed', () => {
  expect(hash('form', { a: null })).not.toBe(hash('form', {}))
  expect(hash('form', null)).not.toBe(hash('form'))
})
test('label and content are told apart, and another secret makes another hash', () => {
  expect(hash('ab', 'c')).not.toBe(hash('a', 'bc'))
  expect(keyedHash('another secret')('code', 'a')).not.toBe(hash('code', 'a'))
})
