import { expect, test } from 'vitest'
import { collectionCodeIn } from './collection-code.ts'

test.each([
  'Tuma: parcel TM-123456-7K3M is waiting for you at Thika, call 0711333444. Your code: 048213. Do not share it.',
  'Tuma: your new code for parcel TM-7K3M-Q2XV-90TB is 048213. Do not share it. Use only this code.',
  'Tuma: kifurushi TM-7K3M-Q2XV-90TB kinakusubiri. Code yako: 048213. Usimpe mtu mwingine.',
])('the code is read from: %s', (text) => expect(collectionCodeIn(text)).toBe('048213'))

test.each([
  'Tuma: booked. Parcel TM-7K3M-Q2XV-90TB, Ksh 123,456 paid. Track: https://tuma.test/t/TM-123456-Q2XV',
  'Tuma: you have paid PAY-123456. Questions? Call 0711333444.',
])('no code is read from: %s', (text) => expect(collectionCodeIn(text)).toBeUndefined())
