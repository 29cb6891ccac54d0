import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Collection, CollectionSpec, Damage, DocumentStore } from '../../../ports/document-store.ts'
import { openTemporaryEngines, type TemporaryEngines } from '../../../testing/temporary-engines.ts'

type Entry = {
  readonly account: string
  readonly place: string
  readonly amount: number
  readonly note: string
  readonly tags: string[]
}
const spec: CollectionSpec = {
  name: 'entries-v1',
  fields: { account: 'text', place: 'text', amount: 'number' },
  indexes: [['account']],
  words: 'tags',
  sortBy: 'amount',
  shape: { account: 'text', place: 'text', amount: 'number', note: 'text', tags: { each: 'text' } },
}
const byId: CollectionSpec = { name: 'devices-v1', fields: {}, indexes: [], sortBy: null }

const entry = (amount: number): Entry => ({
  ...{ account: 'till', place: 'till', amount },
  ...{ note: 'paid by a sender', tags: ['THIKA'] },
})

let engines: TemporaryEngines
let documents: DocumentStore
let entries: Collection<Entry>
let heard: Damage[]

const open = async (store: DocumentStore) => {
  heard = []
  documents = store
  documents.onDamage?.((damage) => void heard.push(damage))
  entries = await documents.collection<Entry>(spec)
  await documents.collection(byId)
}
beforeEach(async () => {
  engines = await openTemporaryEngines()
  await open(engines.of('revenue').documents)
  const write = (id: string, amount: number) => ({
    collection: spec.name,
    ...{ id, version: 1 },
    document: entry(amount),
  })
  await documents.write(['a', 'b', 'c', 'd'].map((id, at) => write(id, at)))
  await documents.write([{ collection: byId.name, id: 'x', version: 1, document: { seen: 'today' } }])
})
afterEach(() => engines.close())

/** Changes rows as a hand or a bad disk does, without the key of the checksums. */
const change = (sql: string): void => {
  const file = new DatabaseSync(join(engines.folder, 'tuma.db'), { timeout: 60_000, defensive: false })
  file.exec(sql)
  file.close()
}
const table = '"revenue/entries-v1"'

test.each([
  ['its document', `_document = replace(_document, 'paid', 'said')`],
  ['text that is no JSON', '_document = substr(_document, 1, 5)'],
  ['a declared column', 'amount = 999'],
  ['a column that became null', 'account = null'],
  ['its words', `_words = '["KIMBO"]'`],
  ['its version', '_version = 2'],
  ['its place in the list', '_sort = 1.5'],
  ['its checksum', '_sum = _sum + 1'],
  ['its id', `_id = 'bb'`],
])('a row with a change of %s is left out of a list, refused by itself and told', async (_what, set) => {
  change(`update ${table} set ${set} where _id = 'b'`)
  const id = set.startsWith('_id') ? 'bb' : 'b'
  const page = await entries.find({ limit: 10 })
  expect(page.documents.map(({ amount }) => amount)).toEqual([3, 2, 0])
  expect([page.leftOut, page.next]).toEqual([1, null])
  expect(heard).toEqual([{ collection: spec.name, id }])
  await expect(entries.get(id)).rejects.toMatchObject({ name: 'Refused', code: 'damaged', collection: spec.name })
  expect((await entries.get('a'))?.amount).toBe(0)
  expect(await documents.examineRows?.(spec.name, null, 2)).toEqual(
    id === 'b' ? { next: 'b', differing: ['b'] } : { next: 'bb', differing: ['bb'] },
  )
})

test('a removed row that is changed is found as well', async () => {
  await documents.write([{ collection: spec.name, id: 'b', version: 2, document: null }])
  change(`update ${table} set _version = 1 where _id = 'b'`)
  await expect(entries.getVersioned('b')).rejects.toMatchObject({ code: 'damaged' })
  expect(await documents.examineRows?.(spec.name, 'a', 1)).toEqual({ next: 'b', differing: ['b'] })
})

test('a row of a collection that is asked by id alone carries a checksum too', async () => {
  change(`update "revenue/devices-v1" set _document = replace(_document, 'today', 'never')`)
  const devices = await documents.collection(byId)
  await expect(devices.get('x')).rejects.toMatchObject({ code: 'damaged' })
  expect(heard).toEqual([{ collection: byId.name, id: 'x' }])
})

test('a row that is copied under another id, or from another collection, differs', async () => {
  change(`update ${table} set _sum = (select _sum from ${table} where _id = 'a') where _id = 'b'`)
  await expect(entries.get('b')).rejects.toMatchObject({ code: 'damaged' })
})

test('pages go on behind a damaged row, and a page of nothing else is refused', async () => {
  change(`update ${table} set account = 'other' where _id = 'c'`)
  const first = await entries.find({ limit: 2 })
  expect(first).toMatchObject({ documents: [{ amount: 3 }], leftOut: 1 })
  const second = await entries.find({ limit: 2, after: first.next })
  expect(second).toMatchObject({ documents: [{ amount: 1 }], leftOut: 1 })
  change(`update ${table} set account = 'other' where _id = 'd'`)
  await expect(entries.find({ limit: 2 })).rejects.toMatchObject({ code: 'damaged' })
})

test('an index that brings a row which was not asked for is told, and made again', async () => {
  await documents.write([{ collection: spec.name, id: 'e', version: 1, document: { ...entry(9), account: 'office' } }])
  const index = (from: string, to: string) => `
    pragma writable_schema = on;
    update sqlite_schema set sql = replace(sql, '"${from}"', '"${to}"') where name = 'revenue/entries-v1(account)'`
  change(index('account', 'place'))
  change('reindex "revenue/entries-v1(account)"')
  change(index('place', 'account'))
  await open((await engines.reopen()).of('revenue').documents)
  const asked = () => entries.find({ where: { account: 'till' }, limit: 10 })
  expect(await asked()).toMatchObject({ documents: [{ amount: 3 }, {}, {}, {}], leftOut: 1 })
  expect(heard).toEqual([{ collection: spec.name, id: null }])
  expect(await documents.reindex?.(spec.name)).toBe(true)
  expect(await asked()).toMatchObject({ documents: [{ amount: 3 }, {}, {}, {}] })
  expect((await asked()).leftOut).toBeUndefined()
})

test('fields that a later release declares in another order have the same checksums', async () => {
  await engines.reopen()
  const { documents: again } = engines.of('revenue')
  const { account, place, amount } = spec.fields as Record<'account' | 'place' | 'amount', 'text' | 'number'>
  const later = await again.collection<Entry>({ ...spec, fields: { place, amount, account } })
  expect((await later.find({ limit: 10 })).documents).toHaveLength(4)
})
