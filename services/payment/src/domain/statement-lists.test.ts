import type { Recorded } from '@tuma/platform/domain'
import { describe, expect, test } from 'vitest'
import { type StatementEvent, statementStream } from './statement.ts'
import { type StatementRow, statementsView, type UnclearRow, unclearView } from './statement-views.ts'
import { type MovementEvent, movementStream } from './till-movement.ts'

const at = '2026-11-24T06:35:00.000Z'
const said = {
  ...{ rows: 3, from: '2026-11-01T06:00:00.000Z', to: '2026-11-23T06:00:00.000Z', shortCode: '600100' },
  ...{ account: 'Utility Account', proposal: null, opening: 50_000 },
}
const read: StatementEvent = {
  type: 'StatementRead',
  data: { ...said, pageIds: ['p1', 'p2'], closing: 375_000, gaps: [], gapsInAll: 0, at },
}
const committed = (confirmed: boolean): StatementEvent => ({
  type: 'StatementCommitted',
  data: { confirmed, shortCode: null, at },
})
const pageApplied: StatementEvent = { type: 'StatementPageApplied', data: { pages: 1, at } }
const applied: StatementEvent = { type: 'StatementApplied', data: { at } }

const statementAfter = (...events: StatementEvent[]) =>
  events.reduce<StatementRow | null>((row, event) => {
    const recorded = { ...event, stream: statementStream('abc') } as Recorded<StatementEvent>
    const [statementId = ''] = statementsView.idsOf(recorded)
    return statementsView.project(row, recorded, statementId)
  }, null)

describe('among the statements', () => {
  const row = { ...said, statementId: 'abc', pages: 2, readAt: at }
  test('one that was read says what is in it', () =>
    expect(statementAfter(read)).toEqual({ ...row, state: 'read', applied: 0, confirmed: false }))
  test.each([true, false])('one that is taken over says whether somebody confirmed that it is ours: %s', (confirmed) =>
    expect(statementAfter(read, committed(confirmed))).toEqual({ ...row, state: 'committed', applied: 0, confirmed }),
  )
  test('it says how far it has come, and when it is done', () => {
    const underWay = { ...row, state: 'committed', applied: 1, confirmed: true }
    expect(statementAfter(read, committed(true), pageApplied)).toEqual(underWay)
    expect(statementAfter(read, committed(true), pageApplied, applied)).toEqual({ ...underWay, state: 'applied' })
  })
  test('none stands that nobody has read', () => {
    for (const event of [committed(true), pageApplied, applied]) expect(statementAfter(event)).toBeNull()
  })
  test('none stands for what lies elsewhere', () =>
    expect(statementsView.idsOf({ ...read, stream: 'page-abc' } as Recorded<StatementEvent>)).toEqual([]))
})

const row = { receipt: 'UKN6H7T3GA', cents: 70_000, movedAt: '2026-11-23T06:30:00.000Z' }
const unclear: MovementEvent = { type: 'TillMoveUnclear', data: { ...row, at } }
const note = { personId: 'p1', reason: 'The bank’s own mistake' }
const explained: MovementEvent = {
  type: 'TillMoveExplained',
  data: { note, cents: row.cents, movedAt: row.movedAt, at },
}
const moved: MovementEvent = {
  type: 'TillMoved',
  data: { kind: 'charge', paymentId: 'p9', cents: -1_375, movedAt: row.movedAt, at },
}
const idsOf = (event: MovementEvent, stream = movementStream('m1')) =>
  unclearView.idsOf({ ...event, stream } as Recorded<MovementEvent>)
const unclearAfter = (...events: MovementEvent[]) =>
  events.reduce<UnclearRow | null>(
    (known, event) => unclearView.project(known, event as Recorded<MovementEvent>, 'm1'),
    null,
  )

describe('among the rows that nobody understands', () => {
  const open: UnclearRow = { movementId: 'm1', standing: 'open', ...row }
  test('one stands open until an admin has explained it', () => {
    expect(unclearAfter(unclear)).toEqual(open)
    expect(unclearAfter(unclear, explained)).toEqual({ ...open, standing: 'explained' })
    expect(unclearAfter(explained)).toBeNull()
  })
  test('none stands for what everybody knows', () => {
    expect([unclear, explained, moved].map((event) => idsOf(event))).toEqual([['m1'], ['m1'], []])
    expect(idsOf(unclear, 'payment-m1')).toEqual([])
    expect(unclearAfter(moved)).toBeNull()
  })
})
