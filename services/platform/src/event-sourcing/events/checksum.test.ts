import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Json, StoredEvent } from '../../ports/event-store.ts'
import { canonicalJson, isSound, withChecksums } from './checksum.ts'

const json = () => fc.jsonValue() as fc.Arbitrary<Json>
const event = { id: 'e1', type: 'Added', version: 1, data: { amount: 5, by: 'otieno' }, metadata: { commandId: 'c1' } }
/** As a store returns it. */
const storedAs = (appended: object, more: object = {}): StoredEvent =>
  JSON.parse(JSON.stringify({ ...appended, stream: 'jar-1', revision: 3, position: 12, ...more }))
const [appended] = withChecksums('jar-1', [event], 3) as [StoredEvent]

test('a checksum is 16 hexadecimal digits, the same in every release', () => {
  expect(appended.checksum).toBe('50cfab4ea29559a3')
})

describe('an event is sound', () => {
  test('as it was appended, whatever JSON it holds', () => {
    fc.assert(
      fc.property(json(), json(), (data, metadata) => {
        const [one] = withChecksums('jar-1', [{ ...event, data, metadata }], 3)
        expect(isSound(storedAs(one as object))).toBe(true)
      }),
    )
  })
  test('in any order of its fields', () => {
    expect(isSound(storedAs(appended, { data: { by: 'otieno', amount: 5 } }))).toBe(true)
  })
  test('at any position of a restored store', () => {
    expect(isSound(storedAs(appended, { position: 900 }))).toBe(true)
  })
})

test.each([
  { data: { amount: 6, by: 'otieno' } },
  { data: { amount: 5, by: 'otieno', note: null } },
  { data: { amount: '5', by: 'otieno' } },
  { metadata: { commandId: 'c2' } },
  { type: 'Taken' },
  { version: 2 },
  { id: 'e2' },
  { stream: 'jar-2' },
  { revision: 4 },
  { checksum: '' },
  { checksum: undefined },
  { unreadable: true },
])('it is damaged with %j', (change) => {
  expect(isSound(storedAs(appended, change))).toBe(false)
})

test('of several in one append each has its own revision', () => {
  const both = withChecksums('jar-1', [event, event], 0)
  expect(both.map((one, revision) => isSound(storedAs(one, { revision })))).toEqual([true, true])
  expect(both[0]?.checksum).not.toBe(both[1]?.checksum)
})

test('the order of fields makes no difference, that of a list does', () => {
  expect(canonicalJson({ b: [1, { d: 1, c: 2 }], a: 1 })).toBe('{"a":1,"b":[1,{"c":2,"d":1}]}')
  expect(canonicalJson([1, 2])).not.toBe(canonicalJson([2, 1]))
  expect(canonicalJson({ a: 1, b: undefined })).toBe('{"a":1}')
})
