import { stickerSizes } from '@tuma/contracts/api'
import { trackingIdIn } from '@tuma/contracts/vocabulary'
import { describe, expect, test } from 'vitest'
import { toTexts } from '../testing/pdf-text.ts'
import { stickersPdf } from './sticker-sheet.ts'

const publicUrl = 'https://tuma.example'
const now = '2026-11-28T09:00:00.000Z'
const ids = ['TM-7K3M-Q2XV-90TB', 'TM-0000-1111-WWWW', 'TM-RS2J-EMPW-0C2T']
const many = Array.from({ length: 41 }, (_, n) => `TM-7K3M-Q2XV-${String(n).padStart(4, '0')}`)
const print = (stickers: readonly string[], size: (typeof stickerSizes)[number]) =>
  stickersPdf(stickers, { roll: 1, size, publicUrl, now })
const countPages = (pdf: Uint8Array): number =>
  Buffer.from(pdf)
    .toString('latin1')
    .match(/\/Type \/Page\b/g)?.length ?? 0

describe.each(stickerSizes)('stickers for %s', (size) => {
  test('each show their whole id in three groups, the last four largest', async () => {
    const texts = toTexts(await print(ids, size))
    const groups = Array.from({ length: ids.length }, (_, n) => texts.slice(3 * n, 3 * n + 3))
    expect(groups.map((three) => trackingIdIn(three.map(({ text }) => text).join('-')))).toEqual(ids)
    for (const [first, second, last] of groups) {
      expect(last?.text).toHaveLength(4)
      expect(last?.size).toBeGreaterThan(1.5 * Math.max(first?.size ?? 0, second?.size ?? 0))
    }
  })
  test('make wide letters smaller, so that no printer cuts them', async () => {
    const [, , narrow, , , wide] = toTexts(await print(['TM-0000-1111-1111', 'TM-0000-1111-WWWW'], size))
    expect(wide?.size).toBeLessThan(narrow?.size ?? 0)
  })
})

test('forty are on a sheet of A4, and each has a piece of the roll', async () => {
  expect(countPages(await print(many, 'a4'))).toBe(2)
  expect(countPages(await print(many, '58'))).toBe(41)
  expect(countPages(await print(many, '80'))).toBe(41)
})
