import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { OtherKey, openSeal, Unreadable } from './seal.ts'

const seal = openSeal(Buffer.alloc(32, 1))
const content = Buffer.from('from Wanjiku Kamau to Otieno Ouma')

test('what was sealed comes back, and shows nothing of itself', async () => {
  const object = await seal.seal('a', content)
  expect(await seal.open('a', object)).toEqual(content)
  expect(object.includes('Wanjiku')).toBe(false)
  expect((await seal.seal('a', content)).equals(object)).toBe(false)
})

test('an object under another name, changed, cut or foreign is unreadable, and one of another key is named as such', async () => {
  const object = await seal.seal('a', content)
  await expect(seal.open('b', object)).rejects.toThrow(Unreadable)
  for (let at = 0; at < object.length; at++) {
    const changed = Buffer.from(object)
    changed[at] = (changed[at] ?? 0) ^ 1
    // Behind the first bytes, eight tell keys apart.
    const isOfKey = at >= 5 && at < 13
    await expect(seal.open('a', changed)).rejects.toThrow(isOfKey ? OtherKey : Unreadable)
  }
  await expect(seal.open('a', object.subarray(0, -1))).rejects.toThrow(Unreadable)
  await expect(seal.open('a', randomBytes(100))).rejects.toThrow(Unreadable)
  await expect(openSeal(Buffer.alloc(32, 2)).open('a', object)).rejects.toThrow(OtherKey)
})
