import type { Recorded } from '@tuma/platform/domain'
import { toSpecification } from '@tuma/platform/testing'
import { describe, expect, test } from 'vitest'
import {
  type MovementEvent,
  movement,
  movementStream,
  type ReadRow,
  type Ruling,
  type TillMoved,
} from './till-movement.ts'
import { type TillRow, tillRowsView, toMovement } from './till-rows-view.ts'

const at = '2026-11-24T06:35:00.000Z'
const movedAt = '2026-11-23T06:30:00.000Z'
const note = { personId: 'p1', reason: 'The bank’s own mistake' }
const { given } = toSpecification(movement)
const after = (...events: MovementEvent[]) => events.reduce(movement.evolve, null)

const row = { receipt: 'UKN6H7T3GA', name: 'New Deposit', kindId: 'k1', cents: 70_000, movedAt }
const none = { paymentId: null, outgoingId: null, ruling: null }
const read = (as: ReadRow['as'], changes: Partial<ReadRow> = {}): ReadRow => ({
  ...{ type: 'ReadRow', as, ...row, ...none, linkedId: null, at },
  ...changes,
})
const moved = (kind: TillMoved['kind'], cents = row.cents, ruling: Ruling | null = null): MovementEvent => ({
  type: 'TillMoved',
  data: { kind, ...row, cents, ...none, ruling, at },
})
const unclear = (linkedId: string | null = null): MovementEvent => ({
  type: 'TillMoveUnclear',
  data: { ...row, linkedId, at },
})
const explained: MovementEvent = { type: 'TillMoveExplained', data: { note, cents: row.cents, movedAt, at } }
const isPayment: MovementEvent = { type: 'TillMoveIsPayment', data: { at } }
const [first, second] = ['2026-11-24T05:00:00.000Z', '2026-11-24T06:00:00.000Z'].map((since) => ({
  kindId: 'k1',
  since,
}))
const byFirst = read('overdraft', { ruling: first ?? null })
const bySecond = read('settled', { ruling: second ?? null })
const explain = { type: 'ExplainRow', note, at } as const

describe('a row of a known kind', () => {
  test('moves the till once, whatever file it comes in', () => {
    given().when(read('charge')).then(moved('charge'))
    given(moved('charge')).when(read('charge')).then()
  })
  test('stays of that kind where another layout has fewer words', () => {
    given(moved('charge')).when(read(null)).then()
    given(moved('charge')).when(byFirst).then()
  })
  test('is the same where two layouts call it differently, whichever comes first', () => {
    given(moved('sweep')).when(read('settled')).then(moved('sweep', -row.cents), moved('settled'))
    given(moved('settled')).when(read('sweep')).then()
  })
})

describe('a row of an unknown kind', () => {
  test('waits once, whatever file it comes in', () => {
    given().when(read(null)).then(unclear())
    given(unclear()).when(read(null)).then()
  })
  test('moves the till once its kind is known: from another layout, or from an admin', () => {
    given(unclear()).when(read('charge')).then(moved('charge'))
    given(unclear())
      .when(byFirst)
      .then(moved('overdraft', row.cents, first))
  })
  test('is a customer’s payment once another layout says so, and moves nothing here', () => {
    given(unclear()).when(read('payment')).then(isPayment)
    given(unclear(), isPayment).when(read('payment')).then()
    given(unclear(), isPayment).when(read('charge')).then()
    given(unclear(), isPayment).when(read(null)).then()
    given().when(read('payment')).then()
  })
  test('is explained by an admin once', () => {
    given(unclear()).when(explain).then(explained)
    given(unclear(), explained).when(explain).then()
    given(moved('charge')).when(explain).then()
    given().when(explain).thenRefused('not_found')
  })
  test('stays as an admin has explained it, unless it is a customer’s payment', () => {
    for (const reading of [read(null), read('charge'), byFirst]) given(unclear(), explained).when(reading).then()
    given(unclear(), explained).when(read('payment')).then(moved('not_ours', -row.cents), isPayment)
  })
  test('of a reversal names the reversed payment, once that is known', () => {
    given(unclear())
      .when(read(null, { linkedId: 'p9' }))
      .then(unclear('p9'))
    given(unclear('p9'))
      .when(read(null, { linkedId: 'p9' }))
      .then()
  })
})

describe('an admin’s decision about a kind', () => {
  const booked = moved('overdraft', row.cents, first)
  const undo = (ruling = first) => ({ type: 'UndoRuling', ruling: ruling as Ruling, at }) as const
  test('is replaced by M-Pesa’s own words, and by a customer’s payment', () => {
    given(booked)
      .when(read('overdraft'))
      .then(moved('overdraft', -row.cents, first), moved('overdraft'))
    given(booked)
      .when(read('payment'))
      .then(moved('overdraft', -row.cents, first), isPayment)
  })
  test('is replaced by a newer decision, and not by an older one', () => {
    given(booked)
      .when(bySecond)
      .then(moved('overdraft', -row.cents, first), moved('settled', row.cents, second))
    given(moved('settled', row.cents, second))
      .when(byFirst)
      .then()
    given(booked).when(byFirst).then()
  })
  test('is undone by the opposite booking, and its row is unclear again', () => {
    given(booked)
      .when(undo())
      .then(moved('overdraft', -row.cents, first), unclear())
    given(booked, moved('overdraft', -row.cents, first), unclear())
      .when(undo())
      .then()
    given(booked).when(undo(second)).then()
    given(moved('overdraft')).when(undo()).then()
    given().when(undo()).then()
  })
})

describe('the balance of the till before the first statement', () => {
  const opening = (cents: number): MovementEvent => ({
    type: 'TillMoved',
    data: { kind: 'opening', ...none, receipt: null, name: null, kindId: null, cents, movedAt, at },
  })
  const open = (cents: number) => ({ type: 'OpenTill', cents, movedAt, at }) as const
  test('is corrected by an older statement: only the difference is moved', () => {
    given().when(open(0)).then()
    given().when(open(50_000)).then(opening(50_000))
    given(opening(50_000)).when(open(80_000)).then(opening(30_000))
    given(opening(50_000)).when(open(0)).then(opening(-50_000))
    given(opening(50_000), opening(30_000)).when(open(80_000)).then()
    given(opening(50_000), opening(30_000)).when(open(70_000)).then(opening(-10_000))
  })
})

describe('in the list of till rows', () => {
  const rowAfter = (...events: MovementEvent[]) =>
    events.reduce<TillRow | null>(
      (known, event) => tillRowsView.project(known, event as Recorded<MovementEvent>, 'm1'),
      null,
    )
  test('a row says what it is booked as, and by which decision', () => {
    const about = { movementId: 'm1', ...row, paymentId: null, outgoingId: null, linkedId: null }
    const booked = { ...about, standing: 'booked', kind: 'overdraft', booked: 70_000 }
    expect(rowAfter(moved('overdraft', row.cents, first))).toEqual({
      ...booked,
      ruledBy: 'k1',
      ruledSince: first?.since,
    })
    const open = { ...about, standing: 'open', kind: null, booked: 0, ruledBy: null, ruledSince: null }
    expect(rowAfter(unclear())).toEqual(open)
    expect(rowAfter(moved('overdraft', row.cents, first), moved('overdraft', -row.cents, first), unclear())).toEqual(
      open,
    )
    expect(rowAfter(unclear(), explained)).toEqual({ ...open, standing: 'explained', kind: 'not_ours', booked: 70_000 })
    expect(rowAfter(explained)).toBeNull()
  })
  test('a row gives the state that the domain knows', () => {
    for (const events of [
      [unclear('p9')],
      [moved('overdraft', row.cents, first)],
      [unclear(), explained],
      [unclear(), isPayment],
    ])
      expect(toMovement(rowAfter(...events) as TillRow)).toEqual(after(...events))
  })
  test('a row is found by its stream, apart from payments', () => {
    const idsIn = (stream: string) => tillRowsView.getIds({ ...unclear(), stream } as Recorded<MovementEvent>)
    expect([movementStream('m1'), 'payment-m1'].map(idsIn)).toEqual([['m1'], []])
  })
})
