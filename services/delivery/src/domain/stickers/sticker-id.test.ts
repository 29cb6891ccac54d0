import { trackingIdFrom, trackingIdIn } from '@tuma/contracts/vocabulary'
import { keyedHash } from '@tuma/platform/event-sourcing'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { stickerIds } from './sticker-id.ts'

const { stickerId, readSticker } = stickerIds(keyedHash('a secret of the tests'))
const ofAnother = stickerIds(keyedHash('another secret'))
const below20Bits = fc.integer({ min: 1, max: 2 ** 20 - 1 })
const numbers = fc.record({ roll: below20Bits, n: below20Bits })

test('a sticker has the form of a tracking id, and its roll and number are read from it', () =>
  fc.assert(
    fc.property(numbers, (number) => {
      const id = stickerId(number)
      expect(trackingIdIn(id)).toBe(id)
      expect(readSticker(id)).toEqual(number)
      expect(readSticker(`https://tuma.example/T/${id.toLowerCase()}`)).toEqual(number)
    }),
  ))

test('no two stickers of a roll, and of two rolls, are the same', () => {
  const of = (roll: number) => Array.from({ length: 2000 }, (_, index) => stickerId({ roll, n: index + 1 }))
  expect(new Set([...of(1), ...of(2)]).size).toBe(4000)
})

test('an id that is changed in one letter is no sticker', () => {
  const id = stickerId({ roll: 7, n: 41 })
  const changed = [...id].flatMap((letter, at) =>
    letter === '-' || at < 3 ? [] : [`${id.slice(0, at)}${letter === '7' ? '8' : '7'}${id.slice(at + 1)}`],
  )
  expect(changed).toHaveLength(12)
  for (const one of changed) expect(readSticker(one)).toBeNull()
})

test('a tracking id is a sticker once in a million times at most', () =>
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 8, maxLength: 8 }), (random) => {
      expect(readSticker(trackingIdFrom(random))).toBeNull()
    }),
    { seed: 46, numRuns: 20_000 },
  ))

test('neighbours have nothing in common: half of their bits differ', () => {
  const differing = (one: string, other: string) =>
    [...one].filter((letter, at) => letter !== '-' && at >= 3 && letter !== other[at]).length
  const steps = Array.from({ length: 500 }, (_, n) =>
    differing(stickerId({ roll: 1, n: n + 1 }), stickerId({ roll: 1, n: n + 2 })),
  )
  const mean = steps.reduce((sum, one) => sum + one, 0) / steps.length
  // Two random ids of twelve letters out of 32 differ in 11.6 of them.
  expect(mean).toBeGreaterThan(11.3)
})

test('another secret has other stickers, and does not read ours', () => {
  expect(ofAnother.stickerId({ roll: 1, n: 1 })).not.toBe(stickerId({ roll: 1, n: 1 }))
  expect(ofAnother.readSticker(stickerId({ roll: 1, n: 1 }))).toBeNull()
})

test('what is no tracking id is no sticker', () => {
  for (const typed of ['', 'TM-7K3M', '0711 333 444', 'x'.repeat(2000)]) expect(readSticker(typed)).toBeNull()
})
