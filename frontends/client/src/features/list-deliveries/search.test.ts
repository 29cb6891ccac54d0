// @vitest-environment jsdom

import { sampleDelivery } from '@tuma/kit/testing'
import { expect, test } from 'vitest'
import { matches, type Search } from './search.ts'

const parcel = sampleDelivery(1, { trackingId: 'TM-7K3M-Q2XV-90TB' })
const finds = (typed: string, by: Search['by']): boolean => matches(parcel, { typed, by })

test.each(['TM-7K3M-Q2XV-90TB', 'tm7k3m q2xv', 'q2xv', '9OTB', ' 7K3M '])(
  'a tracking id is found by %j, however it is typed',
  (typed) => expect(finds(typed, 'trackingId')).toBe(true),
)

test.each(['0722333444', '+254 722 333 444', '722-333', '0712 345 678'])(
  "a phone number is found by %j: the receiver's or the sender's",
  (typed) => expect(finds(typed, 'phone')).toBe(true),
)

test('what is searched for as one is not found as the other', () => {
  expect(finds('0722333444', 'trackingId')).toBe(false)
  expect(finds('TM-7K3M', 'phone')).toBe(false)
  expect(finds('Kiprop', 'phone')).toBe(false)
})

test('an empty search leaves nothing out', () => {
  expect(finds('  ', 'trackingId')).toBe(true)
  expect(finds('', 'phone')).toBe(true)
})
