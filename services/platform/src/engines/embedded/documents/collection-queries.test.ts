import { DatabaseSync } from 'node:sqlite'
import { afterAll, describe, expect, it } from 'vitest'
import type { Where, Within } from '../../../ports/document-store.ts'
import { countQueries, pageQuery } from './collection-queries.ts'
import { type CollectionTable, collectionTable, declaration } from './collection-table.ts'

const database = new DatabaseSync(':memory:')
afterAll(() => database.close())

const table = collectionTable('delivery', {
  name: 'parcels-v1',
  fields: { status: 'text', place: 'text', code: 'text', since: 'text' },
  indexes: [['status'], ['place'], ['status', 'place'], ['status', 'code']],
  sortBy: 'since',
})
const createTable = (made: CollectionTable) => {
  const { make, indexes } = declaration('delivery', made)
  for (const statement of [...make, ...indexes.map(({ kind, as }) => `create ${kind} ${as}`)]) database.exec(statement)
}
createTable(table)

type Sql = { readonly sql: string; readonly values: readonly (string | number | null)[] }
const getPlan = ({ sql, values }: Sql) =>
  database
    .prepare(`explain query plan ${sql}`)
    .all(...values)
    .map(({ detail }) => String(detail))

/** Every step of the plan that reads the collection, except for fetching the chosen rows. */
const searches = (plan: string[]) =>
  plan.filter((step) => step.includes('parcels-v1') && !step.includes('INTEGER PRIMARY KEY'))

const between = { from: '2026-01', to: '2026-02' }
const kinds: [string, Where, Within, string][] = [
  ['nothing', {}, {}, '()'],
  ['a range', {}, { between }, '()'],
  ['a field', { status: 'sent' }, {}, '(status)'],
  ['a field in a range', { status: 'sent' }, { between }, '(status)'],
  ['two fields, in whatever order', { place: 'THIKA', status: 'sent' }, {}, '(status,place)'],
  ['lists in a range', { status: ['sent', 'lost'], place: ['THIKA', 'KIMBO'] }, { between }, '(status,place)'],
  ['a beginning', { status: 'sent' }, { startsWith: { field: 'code', text: 'TM' } }, '(status,code)'],
  [
    'a beginning in a range',
    { status: 'sent' },
    { between, startsWith: { field: 'code', text: 'TM' } },
    '(status,code)',
  ],
]

describe('a count by fields of a counted combination reads only the counter, not the counted rows', () => {
  const counted = collectionTable('delivery', { ...table.spec, counted: [['status', 'place']] })
  const found: [string, Where][] = [
    ['all of them', { place: 'THIKA', status: 'sent' }],
    ['one of them', { place: 'THIKA' }],
    ['lists', { status: ['sent', 'lost'] }],
    ['nothing', {}],
  ]
  for (const { statements } of declaration('delivery', counted).counters)
    for (const statement of statements) database.exec(statement)

  it.each(found)('%s', (_what, where) => {
    const steps = countQueries(counted, where, {}).flatMap(getPlan)
    expect(steps.length).toBeGreaterThan(0)
    for (const step of steps) expect(step).toContain('parcels-v1#(status,place)')
  })

  it('and goes straight to the rows of one value', () => {
    const steps = countQueries(counted, { status: 'sent', place: ['THIKA', 'KIMBO'] }, {}).flatMap(getPlan)
    expect(steps).toEqual([expect.stringMatching(/^SEARCH .*by value \(status=\?\)$/)])
  })

  it('but not one of a range, nor by another field', () => {
    for (const [where, within] of [
      [{ status: 'sent' }, { between }],
      [{ code: 'TM' }, {}],
    ] as const)
      expect(
        countQueries(counted, where, within)
          .map(({ sql }) => sql)
          .join(),
      ).not.toContain('#')
  })
})

describe('a unique value', () => {
  const unique = collectionTable('delivery', { ...table.spec, name: 'tickets-v1', unique: ['code'] })
  createTable(unique)
  const page = { limit: 2, after: null }

  it('is looked up directly: without sorting, and each row once', () => {
    const query = pageQuery(unique, { code: 'TM-1' }, {}, page)
    expect(query && getPlan(query)).toEqual([
      'SEARCH delivery/tickets-v1 USING INDEX delivery/tickets-v1(code)unique (code=?)',
    ])
  })

  it('that is missing matches many rows, and several values match several', () => {
    for (const code of [null, ['TM-1', 'TM-2']])
      expect(pageQuery(unique, { code }, {}, page)?.sql).toContain('order by')
  })
})

describe('the index that was made for a filter is used for all of it', () => {
  it.each(kinds)('%s', (_what, where, within, index) => {
    const toSteps = (query: Sql | null) => {
      const steps = query ? searches(getPlan(query)) : []
      expect(steps.length).toBeGreaterThan(0)
      return steps
    }
    const first = { limit: 2, after: null }
    for (const query of [
      pageQuery(table, where, within, first),
      pageQuery(table, where, within, { ...first, upwards: true }),
      ...countQueries(table, where, within),
    ])
      for (const step of toSteps(query)) expect(step).toContain(`COVERING INDEX delivery/parcels-v1${index} (_live=?`)
    // For rows with the same sort value as the end of the previous page, the id is compared, which is in no index.
    const after = ['2026-01-15', 'x'] as const
    for (const upwards of [false, true])
      for (const step of toSteps(pageQuery(table, where, within, { limit: 2, after, upwards })))
        expect(step).toContain(`INDEX delivery/parcels-v1${index} (_live=?`)
  })

  it('a page within a range starts where the previous page ended, in both directions', () => {
    const after = ['2026-01-15', 'x'] as const
    for (const [upwards, behind, far] of [
      [false, '_sort <= ?', '+_sort < ?'],
      [true, '_sort >= ?', '+_sort >= ?'],
    ] as const) {
      const { sql = '' } = pageQuery(table, { status: 'sent' }, { between }, { limit: 2, after, upwards }) ?? {}
      expect(sql).toContain(` ${behind}`)
      expect(sql).toContain(` ${far}`)
    }
  })

  it('and stops at its own end, not at the end of the range', () => {
    for (const [upwards, end, far] of [
      [false, '_sort >= (select furthest from page)', '+_sort >= ?'],
      [true, '_sort <= (select furthest from page)', '+_sort < ?'],
    ] as const) {
      const { sql = '' } = pageQuery(table, { status: 'sent' }, { between }, { limit: 2, after: null, upwards }) ?? {}
      const [, rows = ''] = sql.split('where rowid in (')
      expect(rows).toContain(` ${end}`)
      expect(rows).toContain(` ${far}`)
    }
  })
})
