import type { Recorded } from '@tuma/platform/domain'
import { describe, expect, test } from 'vitest'
import { type StatementEvent, statementStream } from './statement.ts'
import { type StatementRow, statementsView } from './statement-views.ts'

const at = '2026-11-24T06:35:00.000Z'
const later = '2026-11-24T21:35:00.000Z'
const said = {
  ...{ rows: 3, from: '2026-11-01T06:00:00.000Z', to: '2026-11-23T06:00:00.000Z', shortCode: '600100' },
  ...{ account: 'Utility Account', proposal: null },
  openings: [{ account: '', from: '2026-11-01T06:00:00.000Z', opening: 50_000, first: [] }],
}
const read: StatementEvent = {
  type: 'StatementRead',
  data: {
    ...{ ...said, pageIds: ['p1', 'p2'], opening: 50_000, closing: 375_000 },
    ...{ gaps: [], gapsInAll: 0, unknownKinds: [], at },
  },
}
const committed = (confirmed: boolean): StatementEvent => ({
  type: 'StatementCommitted',
  data: { confirmed, shortCode: null, rulings: [], at },
})
const pageApplied: StatementEvent = { type: 'StatementPageApplied', data: { pages: 1, at } }
const applied: StatementEvent = { type: 'StatementApplied', data: { at } }

const statementAfter = (...events: StatementEvent[]) =>
  events.reduce<StatementRow | null>((row, event) => {
    const recorded = { ...event, stream: statementStream('abc') } as Recorded<StatementEvent>
    const [statementId = ''] = statementsView.getIds(recorded)
    return statementsView.project(row, recorded, statementId)
  }, null)

describe('in the list of statements', () => {
  const row = { ...said, whole: true, statementId: 'abc', pages: 2, readAt: at }
  test('a statement that was read has its figures', () =>
    expect(statementAfter(read)).toEqual({ ...row, state: 'read', applied: 0, confirmed: false }))
  test.each([true, false])(
    'a statement that is imported says whether an admin confirmed that it is ours: %s',
    (confirmed) =>
      expect(statementAfter(read, committed(confirmed))).toEqual({ ...row, state: 'committed', applied: 0, confirmed }),
  )
  test('a statement says how far its import is, and when it is done', () => {
    const underWay = { ...row, state: 'committed', applied: 1, confirmed: true }
    expect(statementAfter(read, committed(true), pageApplied)).toEqual(underWay)
    expect(statementAfter(read, committed(true), pageApplied, applied)).toEqual({ ...underWay, state: 'applied' })
  })
  test('a statement that is imported again begins again, and stays ours', () =>
    expect(statementAfter(read, committed(true), pageApplied, applied, committed(false))).toEqual({
      ...{ ...row, state: 'committed', applied: 0, confirmed: true },
    }))
  test('a statement that is uploaded again has the new time, and its import stays where it is', () => {
    const readAgain: StatementEvent = { type: 'StatementRead', data: { ...read.data, at: later } as never }
    const done = { ...row, readAt: later, state: 'applied', applied: 1, confirmed: true }
    expect(statementAfter(read, committed(true), pageApplied, applied, readAgain)).toEqual(done)
    expect(statementAfter(read, readAgain)).toMatchObject({ state: 'read', readAt: later })
  })
  test('a statement that was not read is missing', () => {
    for (const event of [committed(true), pageApplied, applied]) expect(statementAfter(event)).toBeNull()
  })
  test('events of other streams are left out', () =>
    expect(statementsView.getIds({ ...read, stream: 'page-abc' } as Recorded<StatementEvent>)).toEqual([]))
})
