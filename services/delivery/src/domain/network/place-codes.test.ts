import { destinations, placeCodeKey } from '@tuma/contracts/vocabulary'
import { toSpecification } from '@tuma/platform/testing'
import { describe, expect, test } from 'vitest'
import { admin, cbdAgent, client, getRows, system, visitor } from '../../testing/parcels.ts'
import { derivePlaceCode } from './derive-place-code.ts'
import { type CodePlace, type PlaceCodeEvent, placeCodes, placeCodesView, type SetPlaceCode } from './place-codes.ts'

const { given } = toSpecification(placeCodes)
const add = (place: string, by = admin): CodePlace => ({ type: 'CodePlace', by, placeId: place.toLowerCase(), place })
const change = (place: string, code: string, by = admin): SetPlaceCode => ({
  ...{ type: 'SetPlaceCode', by, placeId: place.toLowerCase(), code },
})
const coded = (place: string, code: string): PlaceCodeEvent => ({
  type: 'PlaceCodeSet',
  data: { placeId: place.toLowerCase(), place, code },
})

/** The codes of places that are added one after another. */
const toCodes = (places: readonly string[]): Map<string, string> => {
  const taken = new Set<string>()
  return new Map(
    places.map((place) => {
      const code = derivePlaceCode(place, (key) => taken.has(key))
      taken.add(placeCodeKey(code))
      return [place, code]
    }),
  )
}

describe('the code of a place', () => {
  test('is derived from its name when the place is added', () =>
    given().when(add('KAHAWA SUKARI')).then(coded('KAHAWA SUKARI', 'KSK')))
  test('stays when the place is added again, even after a change', () => {
    given(coded('THIKA', 'THK')).when(add('THIKA')).then()
    given(coded('THIKA', 'THK'), coded('THIKA', 'TKA')).when(add('THIKA')).then()
  })
  test('is one that no other place has, or had before', () => {
    given(coded('OTHER', 'THK')).when(add('THIKA')).then(coded('THIKA', 'THI'))
    given(coded('OTHER', 'THK'), coded('OTHER', 'OTH')).when(add('THIKA')).then(coded('THIKA', 'THI'))
  })
  test('can be changed by an admin', () =>
    given(coded('THIKA', 'THK')).when(change('THIKA', 'TKA')).then(coded('THIKA', 'TKA')))
  test('may be changed back to an earlier one', () =>
    given(coded('THIKA', 'THK'), coded('THIKA', 'TKA')).when(change('THIKA', 'THK')).then(coded('THIKA', 'THK')))
  test('that does not change records nothing', () => given(coded('THIKA', 'THK')).when(change('THIKA', 'THK')).then())
  test.each(['KSK', 'KS2', 'KSI'])('is refused if another place has or had it: %s', (code) =>
    given(
      coded('KAHAWA SUKARI', 'KS2'),
      coded('KAHAWA SUKARI', 'KS1'),
      coded('KAHAWA SUKARI', 'KSK'),
      coded('THIKA', 'THK'),
    )
      .when(change('THIKA', code))
      .thenRefused('place_code_taken', { place: 'KAHAWA SUKARI' }),
  )
  test('needs an existing place', () => given().when(change('THIKA', 'THK')).thenRefused('not_found'))
  test('may be set by the system too', () => given().when(add('THIKA', system)).then(coded('THIKA', 'THK')))
  test.each([cbdAgent, client, visitor])('may not be set by others', (by) => {
    given().when(add('THIKA', by)).thenRefused('not_allowed')
    given(coded('THIKA', 'THK'))
      .when(change('THIKA', 'TKA', by))
      .thenRefused('not_allowed')
  })
})

test('the list of codes has the newest of each place', () =>
  expect(getRows(placeCodesView, coded('THIKA', 'THK'), coded('KIMBO', 'KMB'), coded('THIKA', 'TKA'))).toEqual([
    { _id: 'thika', place: 'THIKA', code: 'TKA' },
    { _id: 'kimbo', place: 'KIMBO', code: 'KMB' },
  ]))

describe('derived codes', () => {
  test('tell the fifteen places apart, by letters of their names', () =>
    expect(Object.fromEntries(toCodes(destinations))).toEqual({
      ...{ 'NAIROBI CBD': 'NCB', THIKA: 'THK', 'KAHAWA WEST': 'KWS', ROYSAMBU: 'RSM', KIRIGITI: 'KRG' },
      ...{ KITENGELA: 'KTN', MARURUI: 'MRR', THINDIGUA: 'THN', KIMBO: 'KMB', 'GITHURAI NDANI': 'GND' },
      ...{
        'GWA KAIRU': 'GKR',
        ZIMMERMAN: 'ZMM',
        'GITHURAI 44': 'G44',
        'KAHAWA WENDANI': 'KWN',
        'KAHAWA SUKARI': 'KSK',
      },
    }))
  test('do not change when places are added later', () => {
    const before = toCodes(destinations)
    const after = toCodes([...destinations, 'KAHAWA WESTLANDS', 'THIKA ROAD', 'KAHAWA WENDANI 2'])
    for (const place of destinations) expect(after.get(place)).toBe(before.get(place))
  })
  test.each([
    ['Łódź', 'ODZ'],
    ['Ngũgĩ', 'NGG'],
    ['a', 'A10'],
    ['አዲስ አበባ', 'X10'],
    ['44', '410'],
    ['O', 'O10'],
  ])('are letters and digits for every name: %s', (place, code) =>
    expect(derivePlaceCode(place, () => false)).toBe(code),
  )
  test('are three or four characters and unique, for 2,000 names of few words', () => {
    const words = [
      'KAHAWA',
      'GITHURAI',
      'WEST',
      'EAST',
      'NDANI',
      'WENDANI',
      'ESTATE',
      'PHASE',
      '1',
      '2',
      'KWA',
      'ROAD',
      'SECTION',
    ]
    const word = (number: number) => words[number % words.length] ?? ''
    const names = Array.from(
      { length: 2000 },
      (_, n) => `${word(n)} ${word(Math.floor(n / 13))} ${word(Math.floor(n / 169))}`,
    )
    const codes = [...toCodes(names).values()]
    expect(codes.filter((code) => !/^[A-Z0-9]{3,4}$/.test(code))).toEqual([])
    expect(new Set(codes.map(placeCodeKey)).size).toBe(new Set(names).size)
  })
})
