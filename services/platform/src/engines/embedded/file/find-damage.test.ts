import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { CollectionSpec } from '../../../ports/document-store.ts'
import { openTemporaryEngines, type TemporaryEngines } from '../../../testing/temporary-engines.ts'
import { openForReading } from './connection.ts'
import { findDamage } from './find-damage.ts'

const spec: CollectionSpec = {
  name: 'parcels-v1',
  fields: { place: 'text', at: 'text' },
  indexes: [['place']],
  counted: [['place'], []],
  words: 'words',
  sortBy: 'at',
}
let engines: TemporaryEngines
beforeEach(async () => {
  engines = await openTemporaryEngines()
  const { documents, events } = engines.of('delivery')
  await documents.collection(spec)
  const write = (id: string) => ({
    ...{ collection: spec.name, id, version: 1 },
    document: { place: 'THIKA', at: id, words: ['wanjiku', 'kamau'] },
  })
  await documents.write(['a', 'b', 'c'].map(write))
  await documents.write([{ ...write('c'), version: 2, document: null }])
  await events.append('parcel-1', [{ id: 'e', type: 'Weighed', version: 1, data: {}, metadata: {} }], 'no-stream')
})
afterEach(() => engines.close())

const path = () => join(engines.folder, 'tuma.db')
const change = (sql: string): void => {
  const file = new DatabaseSync(path(), { timeout: 60_000, defensive: false })
  file.exec(sql)
  file.close()
}
const found = (withRows = true) => {
  const reader = openForReading(path())
  const findings = [...findDamage(reader, path(), { withRows })].flat()
  reader.close()
  return findings.map(({ of, table, part }) => [of && `${of.service} ${of.collection}`, table, part])
}

test('a file that is as it was written has no damage', () => {
  expect(found()).toEqual([])
})

const ours = 'delivery parcels-v1'
test.each([
  ['a row', `update "delivery/parcels-v1" set _version = 7 where _id = 'a'`, 'delivery/parcels-v1', 'rows'],
  ['a counter', `update "delivery/parcels-v1#(place)" set _rows = 7`, 'delivery/parcels-v1#(place)', 'derived'],
  ['a counter of all', `update "delivery/parcels-v1#()" set _rows = 7`, 'delivery/parcels-v1#()', 'derived'],
  [
    'a word',
    `update "delivery/parcels-v1#words" set _word = 'mwangi' where _word = 'kamau' and _row = 1`,
    'delivery/parcels-v1#words',
    'derived',
  ],
])('a change of %s is found', (_what, sql, table, part) => {
  change(sql)
  expect(found()).toEqual([[ours, table, part]])
})

test('without the checksums of rows a changed row is left to the auditor', () => {
  change(`update "delivery/parcels-v1" set _version = 7 where _id = 'a'`)
  expect(found(false)).toEqual([])
})

test('an index without a row of its table is found, of events too', () => {
  const without = (index: string, column: string, place: string) => {
    const swap = (from: string, to: string) =>
      change(`pragma writable_schema = on;
        update sqlite_schema set sql = replace(sql, '${from}', '${to}') where name = '${index}'`)
    swap(column, place)
    change(`reindex "${index}"`)
    swap(place, column)
  }
  without('delivery/parcels-v1(place)', '"place"', '"at"')
  without('delivery events by stream', '(stream, revision)', '(id, revision)')
  expect(found()).toEqual([
    [null, 'delivery events', 'indexes'],
    [ours, 'delivery/parcels-v1', 'indexes'],
  ])
})
