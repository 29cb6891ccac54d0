import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  addDays,
  computeTotal,
  daysBetween,
  displayPhone,
  firstOfMonth,
  formatKsh,
  getEatDay,
  getMonday,
  isMobile,
  isPartOfPhone,
  isSamePhone,
  maskPhone,
  mixesAlphabets,
  normalisePhone,
  pointsFor,
  publicName,
  remoteAt,
  shopKey,
  spacedPhone,
} from './index.ts'

describe('a phone number', () => {
  test.each([
    ['0712 345 678', '254712345678'],
    ['712345678', '254712345678'],
    ['112345678', '254112345678'],
    ['254712345678', '254712345678'],
    ['+254 (0712) 345', null],
    ['+254-712-345-678', '254712345678'],
    ['812345678', null],
    ['+254 (0)722 123 456', '254722123456'],
    ['+254(0)110-345-678', '254110345678'],
    ['+2540722123456', '254722123456'],
    ['00254722123456', '254722123456'],
    ['00254 (0) 722 123 456', '254722123456'],
    ['tel:+254722123456', '254722123456'],
    ['https://wa.me/254722123456', '254722123456'],
    ['０７２２１２３４５６', '254722123456'],
    ['\u202a+254 722\u2011123\u2011456\u202c', '254722123456'],
    ['002547221234', null],
    ['25407221234567', null],
    ['+1 254 722 123 456', null],
    ['2.54723E+11', null],
    ['0722123456/0733555672', null],
    ['07123456789', null],
    ['', null],
    ['7'.repeat(100_000), null],
  ])('typed as %s is %s', (typed, stored) => expect(normalisePhone(typed)).toBe(stored))
  test('is the same however it is typed, and a text that is no phone is only equal to itself', () => {
    expect(isSamePhone('0712 345 678', '+254712345678')).toBe(true)
    expect(isSamePhone('0712 345 678', '0712 345 679')).toBe(false)
    expect([isSamePhone('12', '12'), isSamePhone('12', '13')]).toEqual([true, false])
  })

  test('is stored once whatever signs are between its digits', () => {
    const between = fc.stringMatching(/^[ ().-]{0,2}$/)
    fc.assert(
      fc.property(
        fc.stringMatching(/^[0-9]{9}$/),
        fc.array(between, { minLength: 10, maxLength: 10 }),
        (digits, gaps) => {
          const typed = [...`0${digits}`].map((digit, n) => digit + gaps[n]).join('')
          expect(normalisePhone(typed)).toBe(`254${digits}`)
          expect(normalisePhone(displayPhone(`254${digits}`))).toBe(`254${digits}`)
        },
      ),
    )
  })
  test('is shown as people write it, and masked to strangers', () => {
    expect(displayPhone('254712345678')).toBe('0712345678')
    expect(maskPhone('254712345678')).toBe('07** *** 678')
  })
  test('of a landline gets no SMS', () => {
    expect(isMobile('254712345678')).toBe(true)
    expect(isMobile('254110345678')).toBe(true)
    expect(isMobile('254202345678')).toBe(false)
  })
  test.each(['0100', '0114', '0120', '0130', '0140', '0141', '0159', '0199', '0722', '0799'])(
    'of %s… gets SMS',
    (code) => expect(isMobile(normalisePhone(`${code}345678`) ?? '')).toBe(true),
  )
  test.each(['020', '041', '066', '080'])('of %s… gets none', (code) =>
    expect(isMobile(normalisePhone(`${code}2345678`) ?? '')).toBe(false),
  )
  test('is written in groups for spreadsheets', () => {
    expect(spacedPhone('254711333444')).toBe('0711 333 444')
    expect(['(erased)', '12'].map(spacedPhone)).toEqual(['(erased)', '12'])
  })
  test.each(['0712 3', '712', '+254 (0)712', '00254712', '2540712345678', '345678', '5678'])(
    'is found by %s',
    (typed) => {
      expect(isPartOfPhone(typed, '254712345678')).toBe(true)
      expect(isPartOfPhone(typed, '254722000111')).toBe(false)
    },
  )
})

test('strangers see a first name and an initial', () => {
  expect(publicName('Wanjiku  Njeri Kamau')).toBe('Wanjiku N.')
  expect(publicName('Otieno')).toBe('O.')
})

test.each([
  ['0712345678 Juma', '*** J.'],
  ['0712 345678', '*** ***'],
  ['0712345678', '***'],
  ['jane@example.com Doe', '*** D.'],
  ['jane@example.com', 'J.'],
  ['Jane 0712345678', 'Jane ***'],
  ['\uff10\uff17\uff11\uff12 Juma', '*** J.'],
  ['jane\uff20example.com Doe', '*** D.'],
  ['', '***'],
])('strangers see no phone and no address that was typed as a name: %j', (name, shown) =>
  expect(publicName(name)).toBe(shown),
)

test.each([
  'Wanjiku Kamau',
  'Иван Петров',
  'Γιώργος Παππάς',
  'Иван Otieno',
  'O\u2019Brien N\u00e9e',
  '王 小明',
  'Kamau 2',
])('a name may be of any alphabet, word by word: %s', (name) => expect(mixesAlphabets(name)).toBe(false))

test('a shop is the same however it is typed', () => {
  expect(shopKey({ location: ' thika ', address: 'Blue  Post kiosk' })).toBe(
    shopKey({ location: 'THIKA', address: 'BLUE POST KIOSK' }),
  )
})

describe("Nairobi's days", () => {
  test('begin at 21:00 UTC', () => {
    expect(getEatDay('2026-11-20T20:59:59.999Z')).toBe('2026-11-20')
    expect(getEatDay('2026-11-20T21:00:00.000Z')).toBe('2026-11-21')
  })
  test('have weeks from Monday and months from the first', () => {
    expect(getMonday('2026-11-22')).toBe('2026-11-16')
    expect(getMonday('2026-11-23')).toBe('2026-11-23')
    expect(firstOfMonth('2026-02-28')).toBe('2026-02-01')
    expect(addDays('2026-11-30', 1)).toBe('2026-12-01')
    expect(daysBetween('2028-02-28', '2028-03-01')).toEqual(['2028-02-28', '2028-02-29', '2028-03-01'])
  })
})

test('money is whole shillings', () => {
  expect(formatKsh(1250)).toBe('Ksh 1,250')
  expect(pointsFor(359)).toBe(35)
  expect(computeTotal(350, 'payOnDelivery', 1000)).toBe(1350)
  expect(computeTotal(350, 'payNow', 1000)).toBe(350)
})

describe('an address belongs to', () => {
  const remotes = [{ basePath: '/' }, { basePath: '/Agent' }, { basePath: '/Agent/shops' }]
  test.each([
    ['/agent', '/Agent'],
    ['/AGENT/uncollected/', '/Agent'],
    ['/Agent/shops/1', '/Agent/shops'],
    ['/agents', '/'],
    ['/', '/'],
  ])('%s to the remote at %s', (path, basePath) => expect(remoteAt(remotes, path)).toEqual({ basePath }))
})
