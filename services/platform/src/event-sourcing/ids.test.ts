import { expect, test } from 'vitest'
import { derivedId, randomId } from './ids.ts'

test('an id that is made of its parts is the same for ever: accounts, streams and checkpoints are named by it', () => {
  expect(derivedId('account', 'command-1')).toBe('276c2887-ff4b-55a0-814a-b98457640ba2')
  expect(derivedId('delivery-1', 0)).toBe('3223ca58-23ee-55a2-9c9d-71c0bd9c3e14')
  expect(derivedId('a', 'b')).not.toBe(derivedId('ab'))
})

test('an id of chance is a UUID, and the same again where chance is', () => {
  const chance = (first: number) => (count: number) => Uint8Array.from({ length: count }, (_, n) => first + n)
  expect(randomId(chance(0))).toBe('00010203-0405-4607-8809-0a0b0c0d0e0f')
  expect(randomId(chance(240))).toBe('f0f1f2f3-f4f5-46f7-b8f9-fafbfcfdfeff')
})
