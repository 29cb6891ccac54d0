import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { trackingIdFrom, type WordsAsked, wordsAsked, wordsOf, wordsOfPhone, wordsOfTrackingId } from './index.ts'

const isFoundBy = (words: readonly string[], asked: WordsAsked): boolean =>
  asked.every((beginnings) => beginnings.some((beginning) => words.some((word) => word.startsWith(beginning))))
const parcel = [
  ...wordsOfTrackingId('TM-7K3M-Q2XV-90TB'),
  ...wordsOf('Wanjiku Kamau'),
  ...wordsOfPhone('254712345678'),
  ...wordsOf("Ng'ang'a Ngũgĩ"),
  ...wordsOfPhone('254722000111'),
]
const finds = (typed: string) => isFoundBy(parcel, wordsAsked(typed))

test('the words of a parcel', () =>
  expect(parcel).toEqual([
    ...['7k3m', 'q2xv', '90tb', 'wanjiku', 'kamau', '254712345678', '5678'],
    ...['nganga', 'ngugi', '254722000111', '0111'],
  ]))
test('a text that is no phone is no word, and the number of words is limited', () => {
  expect(wordsOfPhone('(erased)')).toEqual([])
  expect(wordsOf('a '.repeat(100))).toHaveLength(12)
  expect(wordsOf('x'.repeat(100))).toEqual(['x'.repeat(32)])
})

describe('a parcel is found by', () => {
  test.each([
    ...['', ' ', 'TM', 'tm ', 'TM-', 'TM-7', 'tm7', '7', '7K3M-', '7k3mq', 'tm 7k3m', 'tm7k3mq2xv9otb'],
    ...['TM-7K3M-Q2XV-90TB', 'TM-7K3M-Q2XV-9O', '7k3m q2xv 9otb', 'Q2XV', 'q2xv90', '90TB-7k3m'],
    ...[
      '*TM-7K3M-Q2XV-90TB*',
      ']Q1TM-7K3M-Q2XV-90TB',
      'https://tuma.test/t/tm7k3mq2xv90tb',
      'Tracking ID 7k3m-q2xv-90tb',
    ],
    ...['TMß7K3MßQ2XVß90TB', 'TM–7K3M–Q2XV–90TB.', '+254 (0)712 345 678', '00254712345678', '+254 (0)712', '2540712'],
    ...[
      'tel:+254712345678',
      'https://wa.me/254712345678',
      '\u202a+254 712\u2011345\u2011678\u202c',
      '0712.345.678',
      '0712/345 678',
    ],
    ...['0', '2', '07', '0712', '0712 3', '+254 (712) 3', '254712345678', '0712 345 678', '712 345', '5678', '0111'],
    ...['wan', 'WANJIKU', 'kamau wanjiku', 'w k', "Ng'ang", 'ngang', 'Ngugi', 'NGŨ', 'kamau 5678', 'otb'.slice(3)],
  ])('%j', (typed) => expect(finds(typed)).toBe(true))
})
describe('a parcel is not found by', () => {
  test.each([
    ...['TM-8', '7k3mz', 'anjiku', 'wanjiku otieno', '3456', '0733', '345678', '!', '%', '*', 'tmtm', '7K%3'],
    ...['TM-7K3M-Q2XV-90TB TM-AAAA-BBBB-CCC1', 'https://tuma.test/t/TM-AAAA-BBBB-CCC1', '+254 (0)713'],
    ...['TM-7K3M-Q2XV-90TB-1', 'x'.repeat(100), '0712345679', 'U'],
  ])('%j', (typed) => expect(finds(typed)).toBe(false))
})

test.each([
  ['jane kam', [['jane'], ['kam']]],
  ['0712345678', [['254712345678']]],
  ['il', [['il', '11']]],
  ['tm7', [['tm7', '7']]],
  ['%', [[]]],
])('%j asks for %j', (typed, asked) => expect(wordsAsked(typed)).toEqual(asked))

test('every beginning of a tracking id finds it, with or without TM and hyphens, in any case', () =>
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 8, maxLength: 8 }), fc.nat(14), fc.boolean(), (random, length, prefixed) => {
      const trackingId = trackingIdFrom(random)
      fc.pre(!prefixed || length !== 1)
      const begun = trackingId.slice(prefixed ? 0 : 3).slice(0, length)
      for (const typed of [begun, begun.toLowerCase().replaceAll('-', '')])
        expect(isFoundBy(wordsOfTrackingId(trackingId), wordsAsked(typed))).toBe(true)
    }),
    { examples: [[new Uint8Array([0xd5, 0x01, 0, 0, 0, 0, 0, 0]), 12, false]] },
  ))

test('a name with as many letters as an id is a name', () =>
  expect(isFoundBy(wordsOf('Peter Kiplimo'), wordsAsked('Peter Kiplimo'))).toBe(true))

test('no typed text makes a large query, or an empty beginning', () =>
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (typed) => {
      const asked = wordsAsked(typed)
      expect(asked.flat().length).toBeLessThanOrEqual(120)
      expect(asked.flat()).not.toContain('')
    }),
  ))
