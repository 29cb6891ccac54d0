import { expect, it } from 'vitest'
import { BadCursor } from '../../ports/cursor.ts'
import type { Collection, FindOptions } from '../../ports/document-store.ts'
import { find, labels, type OpenDocumentStore, type Shelf, shelf, shelvesSpec, withShelves } from './shelves.ts'

export const finding = (opened: OpenDocumentStore): void => {
  it('finds newest first, the same moment by id, those without a moment last', async () => {
    const { shelves, fill } = await withShelves(opened)
    await fill({ a: { since: '2026-01' }, b: { since: '2026-03' }, c: {}, d: { since: '2026-03' }, e: {} })
    expect(await find(shelves, {})).toEqual(['d', 'b', 'a', 'e', 'c'])
  })

  it('finds by equality, and by several fields at once', async () => {
    const { shelves, fill } = await withShelves(opened)
    await fill({ a: { room: 'east', weight: 10 }, b: { room: 'east', weight: 2.5 }, c: { room: 'West', weight: 10 } })
    expect(await find(shelves, { room: 'east' })).toEqual(['b', 'a'])
    expect(await find(shelves, { weight: 10 })).toEqual(['c', 'a'])
    expect(await find(shelves, { room: 'east', weight: 2.5 })).toEqual(['b'])
    expect(await find(shelves, { room: 'west' })).toEqual([])
  })

  it('treats null and missing as equal', async () => {
    const { shelves, fill } = await withShelves(opened)
    await fill({ a: { room: null }, b: {}, c: { room: '' }, d: { room: 'east' } })
    expect(await find(shelves, { room: null })).toEqual(['b', 'a'])
    expect(await find(shelves, { room: '' })).toEqual(['c'])
  })

  it('finds any of several values, each document once, in one order', async () => {
    const { shelves, fill } = await withShelves(opened)
    await fill({
      a: { room: 'east', weight: 1, since: '1' },
      b: { room: 'west', weight: 2, since: '2' },
      c: { room: 'east', weight: 2, since: '3' },
      d: { room: 'attic', weight: 1, since: '4' },
    })
    expect(await find(shelves, { room: ['east', 'west', 'east'] })).toEqual(['c', 'b', 'a'])
    expect(await find(shelves, { room: ['west', 'attic', 'cellar'], weight: [1, 2] })).toEqual(['d', 'b'])
    expect(await find(shelves, { room: [] })).toEqual([])
  })

  it('refuses a field that was not declared', async () => {
    const { shelves } = await withShelves(opened)
    await expect(shelves.find({ where: { label: 'a' }, limit: 1 })).rejects.toThrow('label')
    await expect(shelves.count({ constructor: 'a' })).rejects.toThrow('constructor')
  })

  it('refuses undefined, which would find too much', async () => {
    const { shelves } = await withShelves(opened)
    const where = { room: undefined as unknown as string }
    await expect(shelves.find({ where, limit: 1 })).rejects.toThrow('room')
  })
}

export const counting = (opened: OpenDocumentStore): void => {
  it('counts the current documents, whatever changed them', async () => {
    const { store, shelves, fill, put } = await withShelves(opened)
    await fill({
      a: { room: 'east', weight: 1 },
      b: { room: 'east', weight: 2 },
      c: { weight: 1 },
      d: { room: 'west' },
    })
    await put('b', 2, { room: 'west', weight: 2 })
    await put('c', 2, { weight: 1, since: '2026' })
    await put('a', 2, null)
    await put('a', 3, { room: 'east', weight: 3 })
    await put('d', 2, null)
    await store.forget(shelvesSpec.name, 'd')
    await store.forget(shelvesSpec.name, 'b')
    expect(await find(shelves, {})).toEqual(['c', 'a'])
    expect(await find(shelves, { room: ['east', 'west'] })).toEqual(['a'])
    expect(await find(shelves, { room: 'east', weight: [1, 3] })).toEqual(['a'])
    expect(await find(shelves, { room: null, weight: 1 })).toEqual(['c'])
    expect(await find(shelves, { room: [] })).toEqual([])
  })

  it('counts no further than asked when it must walk, and reports that there are more', async () => {
    const { shelves, fill } = await withShelves(opened)
    await fill(Object.fromEntries(['a', 'b', 'c'].map((id) => [id, { code: id, since: id }])))
    const since = { between: { from: 'b' } }
    expect(await shelves.countUpTo(1, {}, since)).toEqual({ count: 1, more: true })
    expect(await shelves.countUpTo(2, {}, since)).toEqual({ count: 2, more: false })
    expect(await shelves.countUpTo(1, { code: ['a', 'b', 'c'] })).toEqual({ count: 1, more: true })
    expect(await shelves.countUpTo(0, { code: 'd' })).toEqual({ count: 0, more: false })
  })

  it('counts the documents from before the counters', async () => {
    const { store, reopen } = await opened()
    const { counted, ...uncounted } = shelvesSpec
    await store.collection<Shelf>(uncounted)
    await store.write([shelf('a', 1, { room: 'east' }), shelf('b', 1, { room: 'east' }), shelf('c', 1, null)])
    const later = (await reopen?.()) ?? store
    const shelves = await later.collection<Shelf>(shelvesSpec)
    await later.write([shelf('d', 1, { room: 'east', weight: 1 })])
    expect(await find(shelves, { room: 'east' })).toEqual(['d', 'b', 'a'])
    expect(await find(shelves, {})).toEqual(['d', 'b', 'a'])
  })
}

export const ranges = (opened: OpenDocumentStore): void => {
  const byDay = {
    a: { room: 'east', code: 'TM-1A', since: '2026-01' },
    b: { room: 'west', code: 'TM-1B', since: '2026-02' },
    c: { room: 'east', code: 'TM-2A', since: '2026-03' },
    d: { room: 'east', code: 'tm-1C', since: '2026-04' },
    e: { room: 'east' },
  }

  it('finds between two values of the sort field, the first included and the last not', async () => {
    const { shelves, fill } = await withShelves(opened)
    await fill(byDay)
    expect(await find(shelves, {}, { between: { from: '2026-02', to: '2026-04' } })).toEqual(['c', 'b'])
    expect(await find(shelves, {}, { between: { from: '2026-03' } })).toEqual(['d', 'c'])
    expect(await find(shelves, { room: 'east' }, { between: { to: '2026-03' } })).toEqual(['a'])
    expect(await find(shelves, { room: ['east', 'west'] }, { between: { to: '2026-03' } })).toEqual(['b', 'a'])
    expect(await find(shelves, {}, { between: { from: '2026-04', to: '2026-02' } })).toEqual([])
  })

  it('finds no document without a sort value between any two', async () => {
    const { shelves, fill } = await withShelves(opened)
    await fill(byDay)
    expect(await find(shelves, {}, { between: {} })).toEqual(['d', 'c', 'b', 'a'])
    expect(await find(shelves, {}, { between: { to: '2026-02' } })).toEqual(['a'])
  })

  it('finds by the beginning of a text, with its case, newest first', async () => {
    const { shelves, fill } = await withShelves(opened)
    await fill({ ...byDay, f: { code: 'TM-1', since: '2025' }, g: { code: 'TM-1\u{10fffe}z', since: '2027' } })
    const beginning = (text: string) => ({ startsWith: { field: 'code', text } })
    expect(await find(shelves, {}, beginning('TM-1'))).toEqual(['g', 'b', 'a', 'f'])
    expect(await find(shelves, {}, beginning('tm-'))).toEqual(['d'])
    expect(await find(shelves, {}, beginning('M-1'))).toEqual([])
    expect(await find(shelves, {}, beginning('TM-%'))).toEqual([])
    expect(await find(shelves, { room: 'east' }, beginning('TM-'))).toEqual(['c', 'a'])
    expect(await find(shelves, { weight: null }, { ...beginning('TM-'), between: { from: '2026-02' } })).toEqual([
      'g',
      'c',
      'b',
    ])
  })

  it('refuses a beginning of a field that is no declared text', async () => {
    const { shelves } = await withShelves(opened)
    for (const field of ['weight', 'label']) {
      await expect(shelves.find({ startsWith: { field, text: '1' }, limit: 1 })).rejects.toThrow(field)
      await expect(shelves.count({}, { startsWith: { field, text: '1' } })).rejects.toThrow(field)
    }
  })

  it('walks over a range in pages that stay in it', async () => {
    const { shelves, fill } = await withShelves(opened)
    await fill(byDay)
    const range = { room: ['east', 'west'], between: { from: '2026-01', to: '2026-04' } }
    for (const limit of [1, 2, 3]) expect((await walk(shelves, limit, range)).seen).toEqual(['c', 'b', 'a'])
    const beginning = { room: ['east', 'west'], startsWith: { field: 'code', text: 'TM-1' } }
    expect((await walk(shelves, 1, beginning)).seen).toEqual(['b', 'a'])
  })

  it('stays in the range with the cursor of another one', async () => {
    const { shelves, fill } = await withShelves(opened)
    await fill(byDay)
    const { next } = await shelves.find({ limit: 1 })
    const { documents } = await shelves.find({ limit: 9, after: next, between: { to: '2026-03' } })
    expect(labels(documents)).toEqual(['b', 'a'])
  })
}

type Walk = Pick<FindOptions, 'between' | 'startsWith' | 'upwards'> & { readonly room: string[] }
const bothRooms: Walk = { room: ['east', 'west'] }

const walk = async (
  shelves: Collection<Shelf>,
  limit: number,
  { room, ...within }: Walk = bothRooms,
  between: () => Promise<unknown> = async () => {},
) => {
  const sizes: number[] = []
  const seen: string[] = []
  let after: string | null = null
  do {
    const page: Awaited<ReturnType<typeof shelves.find>> = await shelves.find({
      where: { room },
      limit,
      after,
      ...within,
    })
    seen.push(...labels(page.documents))
    sizes.push(page.documents.length)
    after = page.next
    await between()
  } while (after)
  return { seen, sizes }
}

export const pages = (opened: OpenDocumentStore): void => {
  const ten = Object.fromEntries(
    Array.from({ length: 10 }, (_, i) => [
      `s${i}`,
      { room: i % 2 ? 'east' : 'west', since: i < 3 ? undefined : `${i >> 1}` },
    ]),
  )
  const newestFirst = ['s9', 's8', 's7', 's6', 's5', 's4', 's3', 's2', 's1', 's0']

  it('walks over everything once, with equal and missing sort values', async () => {
    const { shelves, fill } = await withShelves(opened)
    await fill(ten)
    for (const limit of [1, 2, 3, 4]) expect((await walk(shelves, limit)).seen).toEqual(newestFirst)
  })

  it('walks in the other direction as well', async () => {
    const { shelves, fill } = await withShelves(opened)
    await fill(ten)
    const { room } = bothRooms
    const oldestFirst = newestFirst.toReversed()
    for (const limit of [1, 3, 4])
      expect((await walk(shelves, limit, { room, upwards: true })).seen).toEqual(oldestFirst)
    const between = { from: '2', to: '4' }
    const some = await walk(shelves, 2, { room, upwards: true, between })
    expect(some.seen).toEqual(['s4', 's5', 's6', 's7'])
  })

  it('has no next page when the last one is just full', async () => {
    const { shelves, fill } = await withShelves(opened)
    await fill(ten)
    expect((await walk(shelves, 5)).sizes).toEqual([5, 5])
    expect((await walk(shelves, 10)).sizes).toEqual([10])
  })

  it('shows no row twice and misses none while others are written and removed', async () => {
    const { shelves, fill, put } = await withShelves(opened)
    await fill(ten)
    let written = 0
    const { seen } = await walk(shelves, 3, bothRooms, async () => {
      await put(`new${written}`, 1, { room: 'east', since: `9${written}` })
      await put(newestFirst[written] ?? '', 2, null)
      written++
    })
    expect(seen).toEqual(newestFirst)
  })

  it('refuses a cursor that it never gave out', async () => {
    const { shelves } = await withShelves(opened)
    for (const after of ['nonsense', 'e30', Buffer.from('[1,2]').toString('base64url')]) {
      await expect(shelves.find({ limit: 1, after })).rejects.toThrow(BadCursor)
    }
  })
}
