import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { maxTextWithId, trackingIdFrom, trackingIdIn, trackingIdsIn } from './index.ts'

const id = 'TM-7K3M-Q2XV-90TB'
const spelled = (gap: string) => id.replaceAll('-', gap)

describe('a tracking id', () => {
  test('is read back however it is typed', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 8, maxLength: 8 }), (random) => {
        const one = trackingIdFrom(random)
        expect(one).toMatch(/^TM-[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/)
        expect(trackingIdIn(one)).toBe(one)
        expect(trackingIdIn(` ${one.toLowerCase().replaceAll('-', ' ')}`)).toBe(one)
        expect(trackingIdIn(one.slice(3).replaceAll('0', 'O').replaceAll('1', 'l'))).toBe(one)
        expect(trackingIdIn(`Your parcel ${one}: https://tuma.test/t/${one}.`)).toBe(one)
      }),
    )
  })
  test('may itself begin with TM', () => {
    expect(trackingIdIn('tm00 0000 0000')).toBe('TM-TM00-0000-0000')
    expect(trackingIdIn('TM-TM00-0000-0000')).toBe('TM-TM00-0000-0000')
  })
  test('keeps all 60 bits', () => {
    expect(trackingIdFrom(new Uint8Array(8).fill(255))).toBe('TM-ZZZZ-ZZZZ-ZZZZ')
    expect(trackingIdFrom(new Uint8Array([0, 0, 0, 0, 0, 0, 0, 16]))).toBe('TM-0000-0000-0001')
  })
  test.each(['', 'TM-', 'TM-0000-0000-000', 'TM-0000-0000-00U0', '💥', 'x'.repeat(1000)])('is not %s', (typed) =>
    expect(trackingIdIn(typed)).toBeNull(),
  )
})

describe('a tracking id is found', () => {
  test.each([
    ['with a full stop behind it', `${id}.`],
    ['with en dashes', spelled('–')],
    ['with hyphens that do not break', spelled('\u2011')],
    ['with minus signs', spelled('\u2212')],
    ['with soft hyphens beside the hyphens', spelled('-\u00ad')],
    ['with underscores', spelled('_')],
    ['with dots', spelled('.')],
    ['with the hyphens of a German keyboard', spelled('ß')],
    ['over two lines of a letter', 'TM-7K3M-\nQ2XV-90TB'],
    ['with a mark of direction before it', `\u200e${id}`],
    ['with a mark inside a group', 'TM-7K\u200b3M-Q2XV-90TB'],
    ['in full-width letters', 'ＴＭ－７Ｋ３Ｍ－Ｑ２ＸＶ－９０ＴＢ'],
    ['in quotes', `“${id}”`],
    ['in straight quotes', `"${id}"`],
    ['in brackets', `(${id})`],
    ['as a tag', `#${id}`],
    ['behind its label', `Tracking ID: ${id}`],
    ['behind its label without TM', 'Tracking ID 7k3m-q2xv-90tb'],
    ['in Swahili', `Namba ya kufuatilia ni ${id}, asante`],
    ['in the link of an SMS', `http://x.ke/t/${id}`],
    ['in a link with the mark behind it', `https://tuma.test/t/${id})`],
    ['in the link of a label', `HTTPS://TUMA.TEST/T/${id}`],
    ['in the link of an older receipt', `https://tuma.test/trackDelivery?id=${id}&lang=sw`],
    ['in a link without hyphens', 'https://tuma.test/t/tm7k3mq2xv90tb'],
    ['in a link that decides', `https://tuma.test/t/${id}/aB3dE-7k3mq2xv90tc-x9Z`],
    ['in a link that was forwarded', `https://l.social.test/?u=https%3A%2F%2Ftuma.test%2Ft%2F${id}%3Flang`],
    ['in the name of a file', `receipt_${id}.pdf`],
    ['in the whole SMS', `Tuma: your parcel ${id} is ready. Track it: https://tuma.test/t/${id}`],
    ["between a scanner's asterisks", `*${id}*`],
    ['behind the prefix of a QR code', `]Q1${id}`],
    ['behind the prefix of a Data Matrix code', `]d2https://tuma.test/t/${id}`],
    ['spaced otherwise', 'TM 7K 3M Q2 XV 90 TB'],
    ['in one', '7k3mq2xv90tb'],
    ['with O for 0 in a sentence', 'It is tm-7k3m-q2xv-9otb, please'],
  ])('%s', (_how, text) => expect(trackingIdsIn(text)).toEqual([id]))
})

describe('no tracking id is found', () => {
  test.each([
    ['in a name of twelve letters', 'Peter Kiplimo'],
    ['in three names of four letters', 'Jane Anne Rose'],
    ['in a phone', '254712345678'],
    ['in a phone in groups of four', '2547 1234 5678'],
    ['in words with hyphens', 'It is a door-step-side parcel'],
    ['in an account id', '0192f7c3-4d5e-7a6b-8c9d-0e1f2a3b4c5d'],
    ['in a longer number', `${id}-1`],
    ['glued to a word', `X${id}`],
    ['in an M-Pesa message', 'UKQTH1R96Q Confirmed. Ksh250.00 paid to TUMA. on 26/11/26 at 9:32 AM.'],
    ['in a code of a network', 'WIFI:S:shop;;'],
    ['in an address without one', 'https://tuma.test/trackDelivery'],
    ['in a text of more than 300 characters', `${id} ${'x'.repeat(maxTextWithId)}`],
    ['an id that is not whole', 'TM-7K3M-Q2XV-90'],
  ])('%s', (_where, text) => expect(trackingIdsIn(text)).toEqual([]))
})

test('of two different ids none is chosen', () => {
  const another = 'TM-AAAA-BBBB-CCC1'
  expect(trackingIdsIn(`${id} and ${another}`)).toEqual([id, another])
  expect(trackingIdIn(`${id} and ${another}`)).toBeNull()
  expect(trackingIdIn(`${id}, ${id.toLowerCase()}`)).toBe(id)
})

test('any typed text is read in the end, and gives only ids of our form', () =>
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (text) => {
      for (const found of trackingIdsIn(text)) expect(trackingIdIn(found)).toBe(found)
    }),
  ))
