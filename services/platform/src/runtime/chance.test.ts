import { expect, test } from 'vitest'
import { bytesByChance } from './chance.ts'

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')

test('random bytes are never given out twice, however many are fetched together', () => {
  const randomBytes = bytesByChance()
  const given = Array.from({ length: 2000 }, (_, n) => randomBytes(n % 2 === 0 ? 12 : 16))
  expect(given.map(({ length }) => length)).toEqual(given.map((_, n) => (n % 2 === 0 ? 12 : 16)))
  expect(new Set(given.map(hex)).size).toBe(2000)
})

test('bytes that were given out do not change', () => {
  const randomBytes = bytesByChance()
  const first = randomBytes(32)
  const before = hex(first)
  for (let n = 0; n < 1000; n += 1) randomBytes(32)
  expect(hex(first)).toBe(before)
  expect(before).not.toBe('00'.repeat(32))
})

test('a key of any length is fetched by itself', () => {
  expect(bytesByChance()(100_000)).toHaveLength(100_000)
})
