import type { Recorded } from '@tuma/platform/domain'
import { toSpecification } from '@tuma/platform/testing'
import { describe, expect, test } from 'vitest'
import { type RowKindEvent, type RowKindRow, rowKind, rowKindStream, rowKindsView } from './row-kind.ts'

const at = '2026-11-24T06:35:00.000Z'
const later = '2026-11-24T07:35:00.000Z'
const { given } = toSpecification(rowKind)
const kind = { name: 'New Deposit', direction: 'in', as: 'settled' } as const
const treat = { type: 'TreatRowKind', ...kind, at } as const
const treated: RowKindEvent = { type: 'RowKindTreated', data: { ...kind, at } }
const undo = { type: 'UndoRowKind', at: later } as const
const undone: RowKindEvent = { type: 'RowKindUndone', data: { since: at, at: later } }

describe('an admin decides how rows of an unknown kind are booked', () => {
  test('once', () => {
    given().when(treat).then(treated)
    given(treated)
      .when({ ...treat, at: later })
      .then()
  })
  test('and undoes it before deciding otherwise', () => {
    given(treated)
      .when({ ...treat, as: 'charge' })
      .thenRefused('row_kind_treated')
    given(treated).when(undo).then(undone)
    given(treated, undone).when(undo).thenRefused('not_found')
    given(treated, undone)
      .when({ ...treat, at: later })
      .then({ type: 'RowKindTreated', data: { ...kind, at: later } })
  })
  test('and can not undo a decision that was never made', () => given().when(undo).thenRefused('not_found'))
})

test('the decisions in force are listed, and an undone one is not', () => {
  const rowAfter = (...events: RowKindEvent[]) =>
    events.reduce<RowKindRow | null>(
      (row, event) => rowKindsView.project(row, event as Recorded<RowKindEvent>, 'k1'),
      null,
    )
  expect(rowAfter(treated)).toEqual({ kindId: 'k1', ...kind, since: at })
  expect(rowAfter(treated, undone)).toBeNull()
  expect(rowKindsView.getIds({ ...treated, stream: rowKindStream('k1') } as Recorded<RowKindEvent>)).toEqual(['k1'])
  expect(rowKindsView.getIds({ ...treated, stream: 'movement-k1' } as Recorded<RowKindEvent>)).toEqual([])
})
