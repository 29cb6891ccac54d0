import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { CollectionSpec } from '../../../ports/document-store.ts'
import { NotUnique } from '../../../ports/document-store.ts'
import { type Connection, openForWriting } from '../file/connection.ts'
import { ownTables } from '../file/own-tables.ts'
import { collectionTable, declaration, tableRow } from './collection-table.ts'
import { declareCollection, writeDocuments } from './document-writes.ts'

type Parcel = { readonly place: string; readonly status: string; readonly grams: number | null; readonly label: string }

const spec: CollectionSpec = {
  name: 'parcels-v1',
  fields: { place: 'text', status: 'text', grams: 'number', label: 'text' },
  indexes: [['place'], ['status']],
  unique: ['label'],
  sortBy: 'place',
  shape: { place: 'text', status: 'text', grams: 'number or null', label: 'text' },
}
const parcels = collectionTable('parcel', spec)

let folder: string
let file: Connection
/** The SQL of the writes to the table. */
let asked: string[]

const write = (id: string, version: number, document: Parcel | null) => {
  const prepare: Connection['prepare'] = (sql) => {
    asked.push(sql)
    return file.prepare(sql)
  }
  const row = tableRow(parcels, { collection: spec.name, id, version, document })
  asked = []
  return writeDocuments({ ...file, prepare }, { service: 'parcel', rows: [row], checkpoints: [] })[0]
}
const columnsSet = () => {
  const [, set = ''] = /^update .* set (.*) where _id = \?$/.exec(asked.at(-1) ?? '') ?? []
  return set.split(', ').map((one) => one.replace(/[" =?]/g, ''))
}
const readRow = (id: string) => {
  const { _row: _, ...row } = file.prepare(`select * from ${parcels.table} where _id = ?`).get(id) ?? {}
  return row
}
const first: Parcel = { place: 'THIKA', status: 'dropping', grams: 400, label: 'TM-1' }

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tuma-document-writes-'))
  file = openForWriting(join(folder, 'data'))
  file.exec(ownTables)
  declareCollection(file, declaration('parcel', parcels))
})
afterEach(async () => {
  file.close()
  await rm(folder, { recursive: true })
})

test('a document that changes is written where it changes, so that no index of anything else is', () => {
  write('p1', 1, first)
  write('p1', 2, { ...first, status: 'inTransit' })
  expect(columnsSet()).toEqual(['_version', 'status'])
  write('p1', 3, { ...first, status: 'inTransit' })
  expect(columnsSet()).toEqual(['_version'])
  write('p1', 4, { ...first, status: 'inTransit', grams: null })
  expect(columnsSet()).toEqual(['_version', 'grams'])
})

test.each<[string, (Parcel | null)[]]>([
  ['that changed in one field', [first, { ...first, status: 'inTransit' }]],
  ['that changed in all', [first, { place: 'KIMBO', status: 'inTransit', grams: 1.5, label: 'TM-2' }]],
  ['that was removed', [first, null]],
  ['that came back', [first, null, { ...first, grams: null }]],
  ['that stayed as it was', [first, first]],
])('a document %s is stored as if it were new', (_, documents) => {
  for (const [at, document] of documents.entries()) write('p1', at + 1, document)
  const before = readRow('p1')
  write('p1', 10, null)
  file.prepare(`delete from ${parcels.table}`).run()
  write('p1', documents.length, documents.at(-1) as Parcel | null)
  expect(before).toEqual(readRow('p1'))
  expect(Object.keys(before)).toContain('status')
})

test('a late write does nothing, and a unique value of another document is refused', () => {
  write('p1', 5, first)
  expect(write('p1', 5, { ...first, status: 'inTransit' })).toBe(false)
  write('p2', 6, { ...first, label: 'TM-2' })
  expect(() => write('p2', 7, { ...first, status: 'inTransit' })).toThrow(NotUnique)
  expect(() => write('p3', 8, first)).toThrow(NotUnique)
  expect(readRow('p1')).toMatchObject({ _version: 5, status: 'dropping' })
})
