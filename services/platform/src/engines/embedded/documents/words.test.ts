import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Beginnings, Collection, CollectionSpec, DocumentWrite, Where } from '../../../ports/document-store.ts'
import { openTemporaryEngines, type TemporaryEngines } from '../../../testing/temporary-engines.ts'
import { tracesIn } from '../../../testing/traces.ts'

type Person = { readonly at: number; readonly town: string; readonly words: string[] }
const spec: CollectionSpec = {
  name: 'people-v1',
  fields: { at: 'number', town: 'text' },
  indexes: [['town']],
  sortBy: 'at',
  words: 'words',
}
const many = 9500
const towns = ['thika', 'kimbo']

let engines: TemporaryEngines
beforeEach(async () => {
  engines = await openTemporaryEngines(true)
})
afterEach(() => engines.close())

/** In an order that differs from their birth years. */
const shuffled = (n: number): number => (n * 7919) % many
const personAt = (at: number): Person => ({
  at,
  town: towns[at % 2] as string,
  words: ['everybody', `e${at % 100}`, `n${at}`, at % 3000 === 0 ? 'rare' : 'common'],
})
const filled = async (order: (n: number) => number) => {
  const store = engines.of('delivery').documents
  const people = await store.collection<Person>(spec)
  for (let from = 0; from < many; from += 1000) {
    const writes = Array.from({ length: Math.min(1000, many - from) }, (_, index): DocumentWrite => {
      const at = order(from + index)
      return { collection: spec.name, id: `p${at}`, version: 1, document: personAt(at) }
    })
    await store.write(writes)
  }
  return { store, people }
}
const all = Array.from({ length: many }, (_, at) => personAt(at)).reverse()
const having = (words: readonly Beginnings[]) =>
  all.filter((person) =>
    words.every((some) => person.words.some((word) => some.some((beginning) => word.startsWith(beginning)))),
  )
const parts = () => {
  const database = new DatabaseSync(join(engines.folder, 'tuma.db'), { readOnly: true })
  const rows = database.prepare('select _rows as rows from "delivery/people-v1#parts" order by _from').all()
  const words = database.prepare('select count(*) as words from "delivery/people-v1#words"').get()
  database.close()
  return { sizes: rows.map(({ rows }) => Number(rows)), words: Number(words?.words) }
}

/** Some pages from either end, and a page from the middle. */
const pagesAgree = async (people: Collection<Person>, words: readonly Beginnings[], town?: string): Promise<void> => {
  const where: Where = town ? { town } : {}
  const expected = having(words).filter((person) => !town || person.town === town)
  expect(await people.count(where, { words })).toBe(expected.length)
  const counted = await people.countUpTo(1000, where, { words })
  expect(counted).toEqual({ count: Math.min(1000, expected.length), more: expected.length > 1000 })
  for (const upwards of [false, true]) {
    const wanted = upwards ? expected.toReversed() : expected
    const first = await people.find({ where, words, limit: 70, upwards })
    const second = await people.find({ where, words, limit: 70, upwards, after: first.next })
    expect([...first.documents, ...(first.next ? second.documents : [])]).toEqual(wanted.slice(0, 140))
  }
  const between = { from: 3000, to: 7000 }
  const { documents } = await people.find({ where, words, limit: 70, between })
  expect(documents).toEqual(expected.filter(({ at }) => at >= 3000 && at < 7000).slice(0, 70))
}

const questions: (readonly Beginnings[])[] = [
  [['e']],
  [['everybody']],
  [['rare']],
  [['n94']],
  [['e1'], ['n9']],
  [['r', 'n1']],
  [['rare'], ['common']],
]

describe.each([
  ['in their order', (n: number) => n, [2048, 2048, 2048, 2048, 1308]],
  ['in any order', shuffled, null],
] as const)('of many that come %s', (_how, order, sizes) => {
  test('each is found once by its words, in any part', async () => {
    const { people } = await filled(order)
    const stored = parts()
    expect(stored.words).toBe(many * 4)
    expect(stored.sizes.reduce((sum, size) => sum + size)).toBe(many)
    if (sizes) expect(stored.sizes).toEqual(sizes)
    expect(stored.sizes.length).toBeGreaterThan(1)
    expect(Math.max(...stored.sizes)).toBeLessThanOrEqual(4096)
    for (const words of questions) await pagesAgree(people, words)
    await pagesAgree(people, [['e1']], 'thika')
  }, 300_000)

  test('a document that moves to another place is found there, and an empty part is removed', async () => {
    const { store, people } = await filled(order)
    const moved = all.filter(({ at }) => at % 2 === 1)
    for (let from = 0; from < moved.length; from += 500) {
      const writes = moved.slice(from, from + 500).map((person) => {
        const document = { ...person, at: person.at + many }
        return { collection: spec.name, id: `p${person.at}`, version: 2, document }
      })
      await store.write(writes)
    }
    expect((await people.find({ words: [['n1']], limit: 1 })).documents[0]?.at).toBeGreaterThan(many)
    expect(await people.count({}, { words: [['everybody']] })).toBe(many)
    const writes = all.map(({ at }) => ({ collection: spec.name, id: `p${at}`, version: 3, document: null }))
    await store.write(writes)
    expect(parts()).toEqual({ sizes: [0], words: 0 })
  }, 300_000)
})

test('a removed word leaves no byte, and rows keep their words when the file is rewritten', async () => {
  const store = engines.of('delivery').documents
  const people = await store.collection<Person>(spec)
  const named = (id: string, version: number, words: string[] | null, erases = false): DocumentWrite => ({
    collection: spec.name,
    id,
    version,
    document: words && { at: 1, town: 'thika', words },
    erases,
  })
  await store.write([named('gone', 1, ['zanzibarra']), named('one', 1, ['quillfeather']), named('two', 1, ['otieno'])])
  // A page that ends early releases the file, so that the log can be emptied.
  expect((await people.find({ words: [['zan', 'qui', 'oti']], limit: 1 })).documents).toHaveLength(1)
  await store.write([named('one', 2, ['(erased)'], true)])
  await store.forget(spec.name, 'gone')
  await vi.waitFor(
    async () => expect(await tracesIn(engines.folder, ['zanzibarra', 'quillfeather'])).toEqual([]),
    60_000,
  )
  const again = await (await engines.reopen()).of('delivery').documents.collection<Person>(spec)
  expect(await tracesIn(engines.folder, ['zanzibarra', 'quillfeather'])).toEqual([])
  expect((await again.find({ words: [['oti']], limit: 9 })).documents).toMatchObject([{ words: ['otieno'] }])
})

test('a name that they are sorted by is removed too, though a part began with it', async () => {
  type Named = { readonly name: string; readonly words: string[] }
  const byName: CollectionSpec = {
    name: 'names-v1',
    fields: { name: 'text' },
    indexes: [],
    sortBy: 'name',
    words: 'words',
  }
  const store = engines.of('delivery').documents
  const names = await store.collection<Named>(byName)
  const nameOf = (n: number) => `name ${String(n).padStart(5, '0')}`
  const named = (n: number, version: number, name: string | null): DocumentWrite => ({
    ...{ collection: byName.name, id: `n${n}`, version },
    document: name === null ? null : { name, words: ['everybody'] },
  })
  await store.write(Array.from({ length: 4200 }, (_, n) => named(n, 1, nameOf(n))))
  const beginnings = () => {
    const database = new DatabaseSync(join(engines.folder, 'tuma.db'), { readOnly: true })
    const rows = database.prepare('select _from as name from "delivery/names-v1#parts" order by _from').all()
    database.close()
    return rows.map(({ name }) => name)
  }
  expect(beginnings()).toEqual(['', nameOf(2048), nameOf(4096)])
  await store.write([named(2048, 2, null), named(4096, 2, '(erased)')])
  expect(beginnings()).toEqual(['', nameOf(2049), nameOf(4097)])
  const found = async (after: string | null) => names.find({ words: [['every']], limit: 3000, upwards: true, after })
  const first = await found(null)
  const { documents } = await found(first.next)
  const all = Array.from({ length: 4200 }, (_, n) => nameOf(n)).filter((_, n) => n !== 2048 && n !== 4096)
  expect([...first.documents, ...documents].map(({ name }) => name)).toEqual(['(erased)', ...all])
})
