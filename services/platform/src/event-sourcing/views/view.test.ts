import { expect, test } from 'vitest'
import type { DomainEvent, Recorded } from '../events/event.ts'
import { type AnyView, ofStreams } from './view.ts'

type Added = DomainEvent<'Added', { amount: number }>
const sums: AnyView<Added> = {
  collection: { name: 'sums-v1', shape: { sum: 'number' }, fields: { sum: 'number' }, indexes: [], sortBy: 'sum' },
  getIds: ({ stream }) => [stream],
  project: (document: { sum: number } | null, { data }, id) => ({ sum: (document?.sum ?? 0) + data.amount, id }),
}
const added = (stream: string) => ({ type: 'Added', data: { amount: 2 }, stream }) as Recorded<Added>
const ofJarsAndCups = ofStreams<Added, Added>(['jar', 'cup'], sums)

test('a view of some kinds of stream gets only their events', () => {
  const seen = ['jar-1', 'cup-1', 'jars-1', 'a-jar-1', 'jar', 'mug-1'].map((stream) =>
    ofJarsAndCups.getIds(added(stream)),
  )
  expect(seen).toEqual([['jar-1'], ['cup-1'], [], [], [], []])
})

test('and projects them as before', () => {
  expect(ofJarsAndCups.collection).toBe(sums.collection)
  expect(ofJarsAndCups.project({ sum: 1 }, added('jar-1'), 'jar-1')).toEqual({ sum: 3, id: 'jar-1' })
})
