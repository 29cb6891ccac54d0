import fc from 'fast-check'
import { Map as ById } from 'immutable'
import { expect, test } from 'vitest'
import { oldestFirst, takeFirst } from './oldest-first.ts'

const day = fc.constantFrom('2026-11-21', '2026-11-22', '2026-11-23')

test('in whatever order money came, the oldest is first, and of the same moment the smaller id', () => {
  const came = fc.uniqueArray(fc.record({ id: fc.string({ maxLength: 3 }), at: day, cents: fc.nat() }), {
    selector: ({ id }) => id,
  })
  fc.assert(
    fc.property(came, (parcels) => {
      const order = oldestFirst(ById(parcels.map(({ id, at, cents }) => [id, { at, cents }])))
      const of = new Map(parcels.map((parcel) => [parcel.id, parcel]))
      expect(order).toHaveLength(parcels.length)
      const places = order.map(({ deliveryId }) => `${of.get(deliveryId)?.at} ${deliveryId}`)
      expect(places.every((place, at) => at === 0 || (places[at - 1] as string) < place)).toBe(true)
      for (const { deliveryId, cents } of order) expect(cents).toBe(of.get(deliveryId)?.cents)
    }),
  )
})

test('cash that was given back is covered first, by the oldest money', () => {
  const parts = [
    { deliveryId: 'old', cents: 200 },
    { deliveryId: 'back', cents: -150 },
    { deliveryId: 'new', cents: 300 },
  ]
  const [back, old] = [{ deliveryId: 'back', cents: -150 }, parts[0]]
  expect(takeFirst(parts, 50)).toEqual([back, old])
  expect(takeFirst(parts, 20)).toEqual([back, { deliveryId: 'old', cents: 170 }])
  expect(takeFirst(parts, 350)).toEqual([back, old, parts[2]])
  expect(takeFirst([{ deliveryId: 'old', cents: 200 }], 150)).toEqual([{ deliveryId: 'old', cents: 150 }])
})
