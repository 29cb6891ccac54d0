import { specificationOf } from '@tuma/platform/testing'
import { describe, expect, test } from 'vitest'
import {
  type LookedAtEvent,
  lookedAt,
  lookedAtStream,
  type MovementCommand,
  type MovementEvent,
  movement,
  movementStream,
} from './till-movement.ts'

const at = '2026-11-24T06:35:00.000Z'
const movedAt = '2026-11-23T06:30:00.000Z'
const note = { personId: 'p1', reason: 'The bank’s own mistake' }
const { given } = specificationOf(movement)
const after = (...events: MovementEvent[]) => events.reduce(movement.evolve, null)

type Move = Extract<MovementEvent, { type: 'TillMoved' }>['data']
const charge = { kind: 'charge', paymentId: 'p9', cents: -1_375, movedAt, at } as const
const opening = (cents: number): Move => ({ kind: 'opening', paymentId: null, cents, movedAt, at })
const move = (data: Move): MovementCommand => ({ type: 'MoveTill', ...data })
const moved = (data: Move): MovementEvent => ({ type: 'TillMoved', data })

const row = { receipt: 'UKN6H7T3GA', cents: 70_000, movedAt, at }
const unclear: MovementEvent = { type: 'TillMoveUnclear', data: row }
const explained: MovementEvent = { type: 'TillMoveExplained', data: { note, cents: 70_000, movedAt, at } }
const wonder: MovementCommand = { type: 'WonderAtRow', ...row }
const explain: MovementCommand = { type: 'ExplainRow', note, at }

describe('what moves the till', () => {
  test('is recorded once', () => {
    given().when(move(charge)).then(moved(charge))
    given(moved(charge)).when(move(charge)).then()
  })
  test('stays what it was said to be first, also where another statement says another amount', () =>
    given(moved(charge))
      .when(move({ ...charge, cents: -2_000 }))
      .then())
  test('is nothing where nothing moved', () =>
    given()
      .when(move(opening(0)))
      .then())
})

describe('what stood there before the first statement', () => {
  test('is said anew by an older statement: what differs is moved', () => {
    given(moved(opening(50_000)))
      .when(move(opening(80_000)))
      .then(moved(opening(30_000)))
    given(moved(opening(50_000)))
      .when(move(opening(0)))
      .then(moved(opening(-50_000)))
  })
  test('counts from the day on which the oldest statement begins: it is taken back from the day that was said before', () => {
    const older = { ...opening(80_000), movedAt: '2026-11-21T06:30:00.000Z' }
    given(moved(opening(50_000)))
      .when(move(older))
      .then(moved(opening(-50_000)), moved(older))
    given(moved(opening(50_000)), moved(opening(-50_000)), moved(older))
      .when(move(older))
      .then()
  })
  test('is all that was said of it', () => {
    expect(after(moved(opening(50_000)), moved(opening(30_000)))).toEqual({ cents: 80_000, movedAt, unclear: false })
    given(moved(opening(50_000)), moved(opening(30_000)))
      .when(move(opening(80_000)))
      .then()
    given(moved(opening(50_000)), moved(opening(30_000)))
      .when(move(opening(70_000)))
      .then(moved(opening(-10_000)))
  })
  test('is not moved again where it is said to be the same', () =>
    given(moved(opening(50_000)))
      .when(move(opening(50_000)))
      .then())
})

describe('a row that nobody understands', () => {
  test('is wondered at once', () => {
    given().when(wonder).then(unclear)
    given(unclear).when(wonder).then()
    given(moved(charge)).when(wonder).then()
  })
  test('is explained by an admin once, as much as it is and when it moved', () => {
    given(unclear).when(explain).then(explained)
    given(unclear, explained).when(explain).then()
    given(unclear, explained).when(wonder).then()
  })
  test('is unclear until then, and its amount is known ever after', () => {
    expect(after(unclear)).toEqual({ cents: 70_000, movedAt, unclear: true })
    expect(after(unclear, explained)).toEqual({ cents: 70_000, movedAt, unclear: false })
  })
})

test('there is nothing to explain where everybody knows what it is, or where nothing is', () => {
  given(moved(charge)).when(explain).then()
  given().when(explain).thenRefused('not_found')
  expect(after(explained)).toBeNull()
})

test('what a statement has left to look at about a payment is looked at once', () => {
  const looked: LookedAtEvent = { type: 'DifferenceExplained', data: { note, at } }
  const looking = specificationOf(lookedAt)
  looking.given().when({ type: 'ExplainDifference', note, at }).then(looked)
  looking.given(looked).when({ type: 'ExplainDifference', note, at }).then()
})

test('rows of the till and what was looked at lie apart from the payments', () => {
  expect([movementStream('abc'), lookedAtStream('abc')]).toEqual(['movement-abc', 'looked-abc'])
})
