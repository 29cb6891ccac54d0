import { toSpecification } from '@tuma/platform/testing'
import { expect, test } from 'vitest'
import { type LookedAtEvent, lookedAt, lookedAtStream } from './looked-at.ts'

test('a difference about a payment is explained once', () => {
  const at = '2026-11-24T06:35:00.000Z'
  const note = { personId: 'p1', reason: 'The bank’s own mistake' }
  const looked: LookedAtEvent = { type: 'DifferenceExplained', data: { note, at } }
  const looking = toSpecification(lookedAt)
  looking.given().when({ type: 'ExplainDifference', note, at }).then(looked)
  looking.given(looked).when({ type: 'ExplainDifference', note, at }).then()
  expect(lookedAtStream('abc')).toBe('looked-abc')
})

test('money that left may differ again, and is explained again', () => {
  const at = '2026-11-24T06:35:00.000Z'
  const note = { personId: 'p1', reason: 'Rent of the Thika shop' }
  const looked: LookedAtEvent = { type: 'DifferenceExplained', data: { note, at } }
  toSpecification(lookedAt).given(looked).when({ type: 'ExplainOutgoing', note, at }).then(looked)
})
