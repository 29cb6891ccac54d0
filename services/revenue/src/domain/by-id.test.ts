import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type ById, entriesOf, valueIn, without, withValue } from './by-id.ts'

const sorted = <Value>(entries: Iterable<readonly [string, Value]>) =>
  [...entries].sort(([one], [other]) => (one < other ? -1 : 1))

// The hash can't tell the first two from each other, nor the next two.
const ids = fc.oneof(
  fc.constantFrom('costarring', 'liquid', 'declinate', 'macallums', '', 'constructor'),
  fc.integer({ min: 0, max: 200 }).map((number) => `d${number}`),
)

test('it holds what a Map would, and no change shows in what stood before it', () => {
  const change = fc.record({ id: ids, value: fc.option(fc.nat()) })
  fc.assert(
    fc.property(fc.array(change, { maxLength: 120 }), (changes) => {
      const plain = new Map<string, number>()
      const stood: { readonly map: ById<number>; readonly held: readonly (readonly [string, number])[] }[] = []
      let map: ById<number>
      for (const { id, value } of changes) {
        stood.push({ map, held: sorted(plain) })
        if (value === null) plain.delete(id)
        else plain.set(id, value)
        map = value === null ? without(map, id) : withValue(map, id, value)
        expect(valueIn(map, id)).toBe(value ?? undefined)
      }
      stood.push({ map, held: sorted(plain) })
      for (const { map: earlier, held } of stood) {
        expect(sorted(entriesOf(earlier))).toEqual(held)
        for (const [id, value] of held) expect(valueIn(earlier, id)).toBe(value)
      }
    }),
  )
})

test('ids of one hash stand beside each other, and one goes without the other', () => {
  const both = withValue(withValue<number>(undefined, 'costarring', 1), 'liquid', 2)
  expect([valueIn(both, 'costarring'), valueIn(both, 'liquid')]).toEqual([1, 2])
  expect(sorted(entriesOf(without(both, 'costarring')))).toEqual([['liquid', 2]])
  expect(sorted(entriesOf(withValue(both, 'liquid', 3)))).toEqual([
    ['costarring', 1],
    ['liquid', 3],
  ])
})

test('where nothing is left, nothing of it is', () => {
  const two = withValue(withValue<number>(undefined, 'd1', 1), 'd2', 2)
  expect(without(without(two, 'd1'), 'd2')).toBeUndefined()
  expect(without(two, 'd3')).toBe(two)
})
