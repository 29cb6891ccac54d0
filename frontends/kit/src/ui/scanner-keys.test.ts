import { type Hit, hitOn, type Layout, onLayout, usHit } from '@tuma/kit/keyboards'
import { describe, expect, test } from 'vitest'
import { addKey, type KeyPress, scannedParcel, scannedTexts } from './scanner-keys.ts'

const toKeys = (hits: readonly Hit[], gapMs: number): readonly KeyPress[] =>
  hits.reduce<readonly KeyPress[]>((keys, hit, place) => addKey(keys, { ...hit, at: 1000 + place * gapMs }), [])
const parcelIn = (keys: readonly KeyPress[]) =>
  scannedTexts(keys)
    .map(scannedParcel)
    .find((id) => id !== null) ?? null

const id = 'TM-7Z3M-QYAW-90TB'
const layouts: readonly Layout[] = ['US', 'German', 'French']
const addresses = ['HTTPS://TUMA.TEST/T/{id}', 'https://tuma.test/t/{id}', 'https://tuma.test/trackDelivery?id={id}']
const corpus = ['{id}', ...addresses].flatMap((form) =>
  layouts.flatMap((layout) =>
    ['', ']Q1', ']d2', '*'].map(
      (prefix) => [layout, `${prefix}${form}${prefix === '*' ? '*' : ''}`.replace('{id}', id)] as const,
    ),
  ),
)

describe('a scanner that is set to a US keyboard', () => {
  test.each(corpus)('on a %s one is understood: %s', (layout, text) => {
    for (const gapMs of [0, 4, 20, 35])
      expect(
        parcelIn(
          toKeys(
            [...text].map((one) => onLayout(layout, usHit(one))),
            gapMs,
          ),
        ),
      ).toBe(id)
  })
})

test.each(['German', 'French'] as const)('a scanner that is set to the same %s keyboard is understood', (layout) => {
  expect(
    parcelIn(
      toKeys(
        [...id].map((one) => hitOn(layout, one)),
        10,
      ),
    ),
  ).toBe(id)
})

test('digits of the number pad, and a browser that does not say which key, are understood too', () => {
  const pad = [...id].map((one) => (/\d/.test(one) ? { key: one, code: `Numpad${one}`, shift: false } : usHit(one)))
  expect(parcelIn(toKeys(pad, 10))).toBe(id)
  expect(
    parcelIn(
      toKeys(
        [...id].map((key) => ({ key, code: '', shift: false })),
        10,
      ),
    ),
  ).toBe(id)
})

describe('no scan is', () => {
  test('what comes slower than a scanner types', () => expect(parcelIn(toKeys([...id].map(usHit), 36))).toBeNull())
  test('a code of other goods, or what a password program types', () => {
    for (const text of [
      '6164001234567',
      '7K3MQ2XV90TB',
      '7k3m-q2xv-90tb',
      'correct horse battery',
      'TM-7K3M-Q2XV',
      'TM-7K3M-Q2XV-90',
    ])
      expect(parcelIn(toKeys([...text].map(usHit), 5))).toBeNull()
  })
  test('fewer than eight keys', () => expect(scannedTexts(toKeys([...'TM-7K3M'].map(usHit), 5))).toEqual([]))
  test('a key that is held down without end', () =>
    expect(
      toKeys(
        Array.from({ length: 5000 }, () => usHit('t')),
        5,
      ).length,
    ).toBeLessThanOrEqual(320))
})

describe('of 200 typings by people', () => {
  /** mulberry32: the same people each time. */
  const dice = (seed: number) => () => {
    seed = (seed + 0x6d2b79f5) | 0
    const mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed)
    const more = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((more ^ (more >>> 14)) >>> 0) / 2 ** 32
  }
  const typed = [id, id.toLowerCase(), `https://tuma.test/t/${id}`, `Tracking ID: ${id}`, 'Wanjiku Kamau 0712 345 678']
  /** Gaps in ms: of most people, of a fast typist whose bursts roll over, and of one who drums on single keys. */
  const people = [
    (roll: () => number) => 90 + 160 * roll(),
    (roll: () => number) => (roll() < 0.15 ? 8 + 24 * roll() : 45 + 90 * roll()),
    (roll: () => number) => (roll() < 0.3 ? 20 + 15 * roll() : 36 + 60 * roll()),
  ]
  test('none is taken for a scan', () => {
    for (let n = 0; n < 200; n += 1) {
      const [roll, text] = [dice(n), typed[n % typed.length] ?? id]
      const gap = people[n % people.length] ?? people[0]
      let [at, keys]: [number, readonly KeyPress[]] = [1000, []]
      for (const one of text) {
        at += gap?.(roll) ?? 100
        keys = addKey(keys, { ...usHit(one), at })
        expect(parcelIn(keys)).toBeNull()
      }
    }
  })
})
