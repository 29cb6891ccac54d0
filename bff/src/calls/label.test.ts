import type { LabelSize } from '@tuma/contracts/api'
import { labelSizes } from '@tuma/contracts/api'
import type { DeliveryRecord } from '@tuma/contracts/services'
import { destinations } from '@tuma/contracts/vocabulary'
import { describe, expect, test } from 'vitest'
import { textOf, toTexts } from '../testing/pdf-text.ts'
import { type Labelled, labelsPdf } from './label.ts'
import { receiptPdf } from './receipt.ts'

const publicUrl = 'https://tuma.example'
const now = '2026-11-28T09:00:00.000Z'
const address = 'Wendani Estate phase 2, gate 14 after the borehole, blue door, ask for Mama Achieng at the kiosk'
const parcel = (receiver: object = {}, more: object = {}) =>
  ({
    ...{ trackingId: 'TM-CJ5C-SM3F-EAHX', deliveryType: 'doorstep', paid: true, totalAmount: 250, deliveryFee: 250 },
    ...{
      productPrice: 0,
      paymentMethod: 'payNow',
      paymentReferenceId: 'PAY-123456',
      status: 'dropping',
      createdAt: now,
    },
    parcelDescription: 'Shoes',
    sender: {
      name: 'Zawadi Mwende',
      phone: '254711333444',
      location: 'NAIROBI CBD',
      dropoffAgent: 'Moi Avenue Stationers',
    },
    receiver: {
      ...{ name: 'Juma Odinga Were', phone: '254722555666', location: 'THIKA', pickupAgent: null },
      ...{ pickupAddress: address, moreDetails: 'Ring twice', ...receiver },
    },
    ...more,
  }) as unknown as DeliveryRecord
const print = (size: LabelSize, ...labels: Labelled[]) => labelsPdf(labels, { size, publicUrl, now })
const inOneLine = (pdf: Uint8Array): string => textOf(pdf).replace(/\s+/g, ' ')
const printed = async (size: LabelSize, delivery: DeliveryRecord, placeCode: string | null = 'THK') =>
  inOneLine(await print(size, { delivery, placeCode }))
const getPages = (pdf: Uint8Array): number =>
  Buffer.from(pdf)
    .toString('latin1')
    .match(/\/Type \/Page\b/g)?.length ?? 0

const eighty = 'A'.repeat(40)
describe.each(labelSizes)('a label for %s', (size) => {
  // The first three were seen in public; the others are ours.
  test.each([
    ['KAHAWA WENDANI', 'KAHAWA WENDANI'],
    ['THIKA', 'ask for Mama Achieng at the kiosk'],
    ['THINDIGUA', 'THINDIGUA'],
    ['KIRIGITI-RIABAI-NGEGU', 'KIRIGITI-RIABAI-NGEGU'],
    ['Mũrang’a Town Centre behind the old post office', 'Mũrang’a Town Centre behind the old post office'],
    ['GITHURAI 44 STAGE TWO UPPER EAST SIDE PHASE 3', 'GITHURAI 44 STAGE TWO UPPER EAST SIDE PHASE 3'],
  ])('to %s prints all of it', async (location, said) =>
    expect(await printed(size, parcel({ location }))).toContain(said),
  )

  test('has a word that is wider than the label in pieces, and loses no letter', async () => {
    const text = await printed(size, parcel({ location: `${eighty} ${eighty}` }))
    expect(text.split(' TM-CJ5C')[1]?.match(/A/g)?.length).toBeGreaterThanOrEqual(80)
    expect(text).not.toContain('…')
  })
  test('has the code of the place at least 8 mm high', async () => {
    const texts = toTexts(await print(size, { delivery: parcel({ location: 'KAHAWA WENDANI' }), placeCode: 'KWND' }))
    const points = texts.find(({ text }) => text === 'KWND')?.size ?? 0
    expect((points * 0.729 * 25.4) / 72).toBeGreaterThanOrEqual(8)
  })
  test('has an address of any length whole, on further labels where necessary', async () => {
    const longest = {
      pickupAddress: 'Mwembe house '.repeat(15).trim(),
      moreDetails: `${'left then right, '.repeat(29)}stop`,
    }
    const text = await printed(size, parcel({ location: 'KAHAWA WENDANI', ...longest }))
    expect(text).toContain(longest.pickupAddress)
    expect(text).toContain(longest.moreDetails)
    expect(text).not.toContain('…')
  })
  test('has no letter below 7 points', async () => {
    const delivery = parcel({ pickupAddress: address + address, moreDetails: address.repeat(5) })
    const sizes = toTexts(await print(size, { delivery, placeCode: 'THK' })).map((one) => one.size)
    expect(Math.min(...sizes)).toBeGreaterThanOrEqual(7)
  })
  test('for a shop has no phone, and for a door it has the receiver’s', async () => {
    const forShop = parcel(
      { pickupAgent: 'Ananas Mall Desk', pickupAddress: null, moreDetails: null },
      { deliveryType: 'parcelDukani' },
    )
    expect(await printed(size, forShop)).toContain('Ananas Mall Desk')
    expect(await printed(size, forShop)).not.toMatch(/07\d\d/)
    expect(await printed(size, parcel())).toContain('0722555666')
  })
})

test('a parcel on its way back has a label to its sender, at the shop where it was handed in', async () => {
  const text = await printed('a6', parcel({}, { leg: 'back', paid: false, deliveryType: 'doorstep' }), 'NCB')
  for (const said of ['RETURN', 'TO NCB NAIROBI CBD Moi Avenue Stationers Zawadi Mwende FROM THIKA', 'NOTHING TO PAY'])
    expect(text).toContain(said)
  for (const other of ['Wendani', /07\d\d/, 'TAKE Ksh']) expect(text).not.toMatch(other)
})

test('an address that is too long for a roll of 58 mm continues on a second label, with the same id and code', async () => {
  const delivery = parcel({ location: 'KAHAWA WENDANI', pickupAddress: address + address, moreDetails: 'Ring twice' })
  const pdf = await print('58', { delivery, placeCode: 'KWN' })
  expect(getPages(pdf)).toBe(2)
  const text = inOneLine(pdf)
  for (const said of ['MORE ON LABEL 2 OF 2', '2 OF 2 Wendani Estate']) expect(text).toContain(said)
  for (const twice of ['TM-CJ5C-SM3F-EAHX', 'KWN']) expect(text.split(twice)).toHaveLength(3)
})

/** The code and the place's words of each label, as they appear between the id and the door's address. */
const routesOn = (pdf: Uint8Array): string[] =>
  [...inOneLine(pdf).matchAll(/EAHX TO (.*?) Wendani/g)].map(([, route = '']) => route.replaceAll(' ', ''))

describe('every place prints differently', () => {
  let seed = 7
  const below = (max: number): number => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed % max
  }
  const times = (max: number, make: () => string): string[] => Array.from({ length: 1 + below(max) }, make)
  const word = () => times(12, () => String.fromCharCode(65 + below(26))).join('')
  const names = Array.from({ length: 200 }, () => times(4, word).join(' '))
  test.each(labelSizes)('among the fifteen and 200 others on %s', async (size) => {
    const places = [...destinations, ...names]
    const labels = places.map((location, index) => ({
      delivery: parcel({ location }),
      placeCode: String(1000 + index),
    }))
    const routes = routesOn(await print(size, ...labels))
    expect(routes).toEqual(labels.map(({ placeCode }, index) => placeCode + places[index]?.replaceAll(' ', '')))
    expect(new Set(routes.map((route) => route.slice(4))).size).toBe(places.length)
  })
})

describe('many labels in one file', () => {
  const many = Array.from({ length: 100 }, (_, index) => ({
    delivery: parcel({ location: destinations[index % 15] }, { trackingId: `TM-CJ5C-SM3F-${1000 + index}` }),
    placeCode: `K${100 + index}`,
  }))
  test.each<[LabelSize, number]>([
    ['a6', 100],
    ['a4', 25],
    ['80', 100],
    ['58', 100],
  ])('keep their order, at most 8 kB each: %s on %i pages', async (size, pages) => {
    const pdf = await print(size, ...many)
    expect([getPages(pdf), pdf.byteLength / many.length < 8000]).toEqual([pages, true])
    const ids = toTexts(pdf).flatMap(({ text }) => (text.startsWith('TM-') ? [text] : []))
    expect(ids).toEqual(many.map(({ delivery }) => delivery.trackingId))
  })
})

// The first three were seen in public; the others are ours.
test.each([
  ['Ngũgĩ Thiong’o', 'Ngũgĩ Thiong’o'],
  ['Zoë Łukasz', 'Zoë Łukasz'],
  ['O’Brien D’Souza', 'O’Brien D’Souza'],
  ['Ọlá Adéṣọlá Nguyễn', 'Ọlá Adéṣọlá Nguyễn'],
  ['Ɗanjuma Ƙofar Ŋeny', 'Ɗanjuma Ƙofar Ŋeny'],
  ['Wanjiku\u0303 Ngi\u0303', 'Wanjikũ Ngĩ'],
  ['Юлия Βασίλης', 'Юлия Βασίλης'],
  ['አበበ ቢቂላ', "'abebe bik'ila"],
  ['محمد Ali', 'mhmd Ali'],
  ['Ｊｕｍａ Ａｌｉ', 'Juma Ali'],
  ['Juma\u200b 🦒 Ali', 'Juma Ali'],
])('%s is printed on receipts and labels in letters, never as "?"', async (name, said) => {
  const receipt = inOneLine(await receiptPdf(parcel({ name }), { publicUrl, now, inFull: true }))
  for (const text of [receipt, await printed('a6', parcel({ name }))]) {
    expect(text.normalize('NFC')).toContain(said)
    expect(text).not.toContain('?')
  }
})

test.each<[string, Partial<DeliveryRecord>, string]>([
  ['a parcel for a door that was just booked', { deliveryType: 'doorstep', status: 'uncollected' }, 'Booked'],
  ['one that was handed in', { deliveryType: 'parcelDukani', status: 'uncollected' }, 'Handed in at the shop'],
  [
    'one that is held',
    { deliveryType: 'parcelDukani', status: 'delivered', held: ['damaged'] },
    'Arrived at the shop, on hold',
  ],
])('the receipt of %s says which step has happened', async (_, changes, said) => {
  const text = inOneLine(await receiptPdf(parcel({}, changes), { publicUrl, now, inFull: true }))
  expect(text).toContain(`Status ${said}`)
  expect(text).not.toContain('Uncollected')
})
