import { trackingIdFrom } from '@tuma/contracts/vocabulary'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { phoneBeginning, phoneIn, trackingIdBeginnings } from './search.ts'

test.each(['0712345678', '+254 712-345-678', '254712345678', '712 345 678', '(0712) 345.678'])(
  'a phone is found in any spelling: %s',
  (typed) => expect(phoneIn(typed)).toBe('254712345678'),
)
test.each(['', '0712', 'TM-0712-3456-78', '7K12-3456-789T', '12345678901234'])('%j is no phone', (typed) =>
  expect(phoneIn(typed)).toBeNull(),
)

test.each([
  ['0', '254'],
  ['2', '2'],
  ['0712 3', '2547123'],
  ['+254 (712) 3', '2547123'],
  ['712-345-678', '254712345678'],
])('%j is the beginning of the phone %s', (typed, phone) => expect(phoneBeginning(typed)).toBe(phone))
test.each(['', '+', 'Juma 2', 'TM-07'])('no phone begins as %j', (typed) => expect(phoneBeginning(typed)).toBeNull())

test.each([
  ['7', ['TM-7']],
  ['tm', ['TM']],
  ['', ['TM']],
  ['  ', ['TM']],
  ['7K3M-', ['TM-7K3M']],
  ['7k3mq', ['TM-7K3M-Q']],
  ['TM-7K3M-Q2XV-9O', ['TM-7K3M-Q2XV-90', 'TM-TM7K-3MQ2-XV90']],
  ['tm 7k3m', ['TM-7K3M', 'TM-TM7K-3M']],
  ['tmtm', ['TM-TM']],
  ['7k3m q2xv 9otb', ['TM-7K3M-Q2XV-90TB']],
  ['TM-7K3M-Q2XV-90TB', ['TM-7K3M-Q2XV-90TB']],
  ['il', ['TM-11']],
])('%j is the beginning of %j', (typed, begun) => expect(trackingIdBeginnings(typed)).toEqual(begun))
test.each(['U', '7K%', 'TM-7K3M-Q2XV-90TB-1', 'x'.repeat(100)])('no tracking id begins as %j', (typed) =>
  expect(trackingIdBeginnings(typed)).toEqual([]),
)

test('whatever a tracking id begins with finds it once, with or without TM and hyphens, in whatever case', () =>
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 8, maxLength: 8 }), fc.nat(14), fc.boolean(), (random, length, prefixed) => {
      const trackingId = trackingIdFrom(random)
      fc.pre(!prefixed || length !== 1)
      const begun = trackingId.slice(prefixed ? 0 : 3).slice(0, length)
      for (const typed of [begun, begun.toLowerCase().replaceAll('-', '')]) {
        const found = trackingIdBeginnings(typed).filter((beginning) => trackingId.startsWith(beginning))
        expect(found).toHaveLength(1)
      }
    }),
    { examples: [[new Uint8Array([0xd5, 0x01, 0, 0, 0, 0, 0, 0]), 12, false]] },
  ))
