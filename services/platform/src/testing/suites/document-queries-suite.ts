import { expect, it } from 'vitest'
import { BadCursor } from '../../ports/cursor.ts'
import type { Collection, FindOptions } from '../../ports/document-store.ts'
import {
  find,
  labels,
  type OpenDocumentStore,
  openSampleDocuments,
  type SampleDocument,
  sampleSpec,
  toSampleWrite,
} from './sample-documents.ts'

export const finding = (opened: OpenDocumentStore): void => {
  it('finds newest first, the same moment by id, those without a moment last', async () => {
    const { samples, fill } = await openSampleDocuments(opened)
    await fill({ a: { since: '2026-01' }, b: { since: '2026-03' }, c: {}, d: { since: '2026-03' }, e: {} })
    expect(await find(samples, {})).toEqual(['d', 'b', 'a', 'e', 'c'])
  })

  it('finds by equality, and by several fields at once', async () => {
    const { samples, fill } = await openSampleDocuments(opened)
    await fill({ a: { room: 'east', weight: 10 }, b: { room: 'east', weight: 2.5 }, c: { room: 'West', weight: 10 } })
    expect(await find(samples, { room: 'east' })).toEqual(['b', 'a'])
    expect(await find(samples, { weight: 10 })).toEqual(['c', 'a'])
    expect(await find(samples, { room: 'east', weight: 2.5 })).toEqual(['b'])
    expect(await find(samples, { room: 'west' })).toEqual([])
  })

  it('treats null and missing as equal', async () => {
    const { samples, fill } = await openSampleDocuments(opened)
    await fill({ a: { room: null }, b: {}, c: { room: '' }, d: { room: 'east' } })
    expect(await find(samples, { room: null })).toEqual(['b', 'a'])
    expect(await find(samples, { room: '' })).toEqual(['c'])
  })

  it('finds any of several values, each document once, in one order', async () => {
    const { samples, fill } = await openSampleDocuments(opened)
    await fill({
      a: { room: 'east', weight: 1, since: '1' },
      b: { room: 'west', weight: 2, since: '2' },
      c: { room: 'east', weight: 2, since: '3' },
      d: { room: 'attic', weight: 1, since: '4' },
    })
    expect(await find(samples, { room: ['east', 'west', 'east'] })).toEqual(['c', 'b', 'a'])
    expect(await find(samples, { room: ['west', 'attic', 'cellar'], weight: [1, 2] })).toEqual(['d', 'b'])
    expect(await find(samples, { room: [] })).toEqual([])
  })

  it('refuses a field that was not declared', async () => {
    const { samples } = await openSampleDocuments(opened)
    await expect(samples.find({ where: { label: 'a' }, limit: 1 })).rejects.toThrow('label')
    await expect(samples.count({ constructor: 'a' })).rejects.toThrow('constructor')
  })

  it('refuses undefined, which would find too much', async () => {
    const { samples } = await openSampleDocuments(opened)
    const where = { room: undefined as unknown as string }
    await expect(samples.find({ where, limit: 1 })).rejects.toThrow('room')
  })
}

export const counting = (opened: OpenDocumentStore): void => {
  it('counts the current documents, whatever changed them', async () => {
    const { store, samples, fill, put } = await openSampleDocuments(opened)
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
    await store.forget(sampleSpec.name, 'd')
    await store.forget(sampleSpec.name, 'b')
    expect(await find(samples, {})).toEqual(['c', 'a'])
    expect(await find(samples, { room: ['east', 'west'] })).toEqual(['a'])
    expect(await find(samples, { room: 'east', weight: [1, 3] })).toEqual(['a'])
    expect(await find(samples, { room: null, weight: 1 })).toEqual(['c'])
    expect(await find(samples, { room: [] })).toEqual([])
  })

  it('counts no further than asked when it must walk, and reports that there are more', async () => {
    const { samples, fill } = await openSampleDocuments(opened)
    await fill(Object.fromEntries(['a', 'b', 'c'].map((id) => [id, { code: id, since: id }])))
    const since = { between: { from: 'b' } }
    expect(await samples.countUpTo(1, {}, since)).toEqual({ count: 1, more: true })
    expect(await samples.countUpTo(2, {}, since)).toEqual({ count: 2, more: false })
    expect(await samples.countUpTo(1, { code: ['a', 'b', 'c'] })).toEqual({ count: 1, more: true })
    expect(await samples.countUpTo(0, { code: 'd' })).toEqual({ count: 0, more: false })
  })

  it('counts the documents from before the counters', async () => {
    const { store, reopen } = await opened()
    const { counted, ...uncounted } = sampleSpec
    await store.collection<SampleDocument>(uncounted)
    await store.write([
      toSampleWrite('a', 1, { room: 'east' }),
      toSampleWrite('b', 1, { room: 'east' }),
      toSampleWrite('c', 1, null),
    ])
    const later = (await reopen?.()) ?? store
    const samples = await later.collection<SampleDocument>(sampleSpec)
    await later.write([toSampleWrite('d', 1, { room: 'east', weight: 1 })])
    expect(await find(samples, { room: 'east' })).toEqual(['d', 'b', 'a'])
    expect(await find(samples, {})).toEqual(['d', 'b', 'a'])
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
    const { samples, fill } = await openSampleDocuments(opened)
    await fill(byDay)
    expect(await find(samples, {}, { between: { from: '2026-02', to: '2026-04' } })).toEqual(['c', 'b'])
    expect(await find(samples, {}, { between: { from: '2026-03' } })).toEqual(['d', 'c'])
    expect(await find(samples, { room: 'east' }, { between: { to: '2026-03' } })).toEqual(['a'])
    expect(await find(samples, { room: ['east', 'west'] }, { between: { to: '2026-03' } })).toEqual(['b', 'a'])
    expect(await find(samples, {}, { between: { from: '2026-04', to: '2026-02' } })).toEqual([])
  })

  it('finds no document without a sort value between any two', async () => {
    const { samples, fill } = await openSampleDocuments(opened)
    await fill(byDay)
    expect(await find(samples, {}, { between: {} })).toEqual(['d', 'c', 'b', 'a'])
    expect(await find(samples, {}, { between: { to: '2026-02' } })).toEqual(['a'])
  })

  it('finds by the beginning of a text, with its case, newest first', async () => {
    const { samples, fill } = await openSampleDocuments(opened)
    await fill({ ...byDay, f: { code: 'TM-1', since: '2025' }, g: { code: 'TM-1\u{10fffe}z', since: '2027' } })
    const beginning = (text: string) => ({ startsWith: { field: 'code', text } })
    expect(await find(samples, {}, beginning('TM-1'))).toEqual(['g', 'b', 'a', 'f'])
    expect(await find(samples, {}, beginning('tm-'))).toEqual(['d'])
    expect(await find(samples, {}, beginning('M-1'))).toEqual([])
    expect(await find(samples, {}, beginning('TM-%'))).toEqual([])
    expect(await find(samples, { room: 'east' }, beginning('TM-'))).toEqual(['c', 'a'])
    expect(await find(samples, { weight: null }, { ...beginning('TM-'), between: { from: '2026-02' } })).toEqual([
      'g',
      'c',
      'b',
    ])
  })

  it('refuses a beginning of a field that is no declared text', async () => {
    const { samples } = await openSampleDocuments(opened)
    for (const field of ['weight', 'label']) {
      await expect(samples.find({ startsWith: { field, text: '1' }, limit: 1 })).rejects.toThrow(field)
      await expect(samples.count({}, { startsWith: { field, text: '1' } })).rejects.toThrow(field)
    }
  })

  it('walks over a range in pages that stay in it', async () => {
    const { samples, fill } = await openSampleDocuments(opened)
    await fill(byDay)
    const range = { room: ['east', 'west'], between: { from: '2026-01', to: '2026-04' } }
    for (const limit of [1, 2, 3]) expect((await walk(samples, limit, range)).seen).toEqual(['c', 'b', 'a'])
    const beginning = { room: ['east', 'west'], startsWith: { field: 'code', text: 'TM-1' } }
    expect((await walk(samples, 1, beginning)).seen).toEqual(['b', 'a'])
  })

  it('stays in the range with the cursor of another one', async () => {
    const { samples, fill } = await openSampleDocuments(opened)
    await fill(byDay)
    const { next } = await samples.find({ limit: 1 })
    const { documents } = await samples.find({ limit: 9, after: next, between: { to: '2026-03' } })
    expect(labels(documents)).toEqual(['b', 'a'])
  })
}

type Walk = Pick<FindOptions, 'between' | 'startsWith' | 'upwards'> & { readonly room: string[] }
const bothRooms: Walk = { room: ['east', 'west'] }

const walk = async (
  samples: Collection<SampleDocument>,
  limit: number,
  { room, ...within }: Walk = bothRooms,
  between: () => Promise<unknown> = async () => {},
) => {
  const sizes: number[] = []
  const seen: string[] = []
  let after: string | null = null
  do {
    const page: Awaited<ReturnType<typeof samples.find>> = await samples.find({
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
    const { samples, fill } = await openSampleDocuments(opened)
    await fill(ten)
    for (const limit of [1, 2, 3, 4]) expect((await walk(samples, limit)).seen).toEqual(newestFirst)
  })

  it('walks in the other direction as well', async () => {
    const { samples, fill } = await openSampleDocuments(opened)
    await fill(ten)
    const { room } = bothRooms
    const oldestFirst = newestFirst.toReversed()
    for (const limit of [1, 3, 4])
      expect((await walk(samples, limit, { room, upwards: true })).seen).toEqual(oldestFirst)
    const between = { from: '2', to: '4' }
    const some = await walk(samples, 2, { room, upwards: true, between })
    expect(some.seen).toEqual(['s4', 's5', 's6', 's7'])
  })

  it('has no next page when the last one is just full', async () => {
    const { samples, fill } = await openSampleDocuments(opened)
    await fill(ten)
    expect((await walk(samples, 5)).sizes).toEqual([5, 5])
    expect((await walk(samples, 10)).sizes).toEqual([10])
  })

  it('shows no row twice and misses none while others are written and removed', async () => {
    const { samples, fill, put } = await openSampleDocuments(opened)
    await fill(ten)
    let written = 0
    const { seen } = await walk(samples, 3, bothRooms, async () => {
      await put(`new${written}`, 1, { room: 'east', since: `9${written}` })
      await put(newestFirst[written] ?? '', 2, null)
      written++
    })
    expect(seen).toEqual(newestFirst)
  })

  it('refuses a cursor that it never gave out', async () => {
    const { samples } = await openSampleDocuments(opened)
    for (const after of ['nonsense', 'e30', Buffer.from('[1,2]').toString('base64url')]) {
      await expect(samples.find({ limit: 1, after })).rejects.toThrow(BadCursor)
    }
  })
}
