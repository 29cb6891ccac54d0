import { BadCursor, type Collection } from '@tuma/platform/ports'
import { openTemporaryEngines } from '@tuma/platform/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newestFirst } from './newest-first.ts'

type Row = { _id: string; createdAt: string; list: string }
const engines = await openTemporaryEngines()
const { documents } = engines.of('delivery')
afterAll(() => engines.close())

const spec = {
  name: 'rows-v1',
  fields: { list: 'text', createdAt: 'text' },
  indexes: [['list']],
  sortBy: 'createdAt',
} as const
const both = [{ where: { list: 'shop' } }, { where: { list: 'place' } }]
const write = (...rows: Row[]) =>
  documents.write(rows.map((document) => ({ collection: spec.name, id: document._id, document, version: 1 })))

/** 23 rows in two lists, several with the same instant, and some that are in no list. */
const rows = Array.from({ length: 30 }, (_, index): Row => {
  const createdAt = `2026-11-16T0${Math.floor((index * 7) % 5)}:00:00.000Z`
  return { _id: `row-${index}`, createdAt, list: ['shop', 'place', 'shop', 'nowhere'][index % 4] ?? '' }
})
const wanted = rows
  .filter(({ list }) => list !== 'nowhere')
  .sort((one, other) => (`${one.createdAt} ${one._id}` < `${other.createdAt} ${other._id}` ? 1 : -1))
  .map(({ _id }) => _id)

let collection: Collection<Row>
beforeAll(async () => {
  collection = await documents.collection<Row>(spec)
  await write(...rows)
})

const pages = async (limit: number, meanwhile: (page: number) => Promise<unknown> = async () => undefined) => {
  const found: string[][] = []
  let cursor: string | null = null
  do {
    const page: { rows: Row[]; next: string | null } = await newestFirst(collection, both, { limit, cursor })
    found.push(page.rows.map(({ _id }) => _id))
    cursor = page.next
    await meanwhile(found.length)
  } while (cursor !== null)
  return found
}

test.each([1, 2, 3, 5, 22, 23, 24, 100])('pages of %i return every row once, newest first', async (limit) => {
  const found = await pages(limit)
  expect(found.flat()).toEqual(wanted)
  expect(found.slice(0, -1).every((page) => page.length === limit)).toBe(true)
})

test('the last page reads no more than the first', async () => {
  const reads: number[] = []
  const counted: Collection<Row> = {
    ...collection,
    find(options) {
      reads[reads.length - 1] = (reads.at(-1) ?? 0) + 1
      return collection.find(options)
    },
  }
  let cursor: string | null = null
  do {
    reads.push(0)
    cursor = (await newestFirst(counted, both, { limit: 2, cursor })).next
  } while (cursor !== null)
  expect(reads).toHaveLength(12)
  expect(Math.max(...reads)).toBeLessThanOrEqual(6)
})

test('new rows do not move others while a reader turns pages', async () => {
  const newer = (page: number, list: string): Row => ({ _id: `new-${page}-${list}`, createdAt: '2026-11-17', list })
  const found = await pages(2, (page) => write(newer(page, 'shop'), newer(page, 'place')))
  expect(found.flat()).toEqual(wanted)
})

test.each(['', 'nonsense', Buffer.from('{"last":null,"after":[null]}').toString('base64url')])(
  'a cursor from elsewhere is refused: %j',
  async (cursor) => {
    await expect(newestFirst(collection, both, { limit: 2, cursor })).rejects.toBeInstanceOf(BadCursor)
  },
)
