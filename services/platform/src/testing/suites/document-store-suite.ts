import { describe, expect, it, onTestFinished } from 'vitest'
import { DeclaredDifferently, NotUnique } from '../../ports/document-store.ts'
import { counting, finding, pages, ranges } from './document-queries-suite.ts'
import { words } from './document-words-suite.ts'
import {
  find,
  type OpenDocumentStore,
  openSampleDocuments,
  type SampleDocument,
  sampleSpec,
  toSampleWrite,
} from './sample-documents.ts'

/** The promises of `DocumentStore`, for every engine. `open` gives an empty store each time. */
export const documentStoreSuite = (name: string, open: OpenDocumentStore): void => {
  const opened = async () => {
    const it = await open()
    onTestFinished(() => it.close())
    return it
  }
  describe(`${name} as a document store`, { timeout: 300_000 }, () => {
    describe('guarded writes', () => guardedWrites(opened))
    describe('removing and forgetting', () => removing(opened))
    describe('batches and checkpoints', () => batches(opened))
    describe('all checkpoints', () => allCheckpoints(opened))
    describe('finding', () => finding(opened))
    describe('counting', () => counting(opened))
    describe('ranges', () => ranges(opened))
    describe('words', () => words(opened))
    describe('pages', () => pages(opened))
    describe('unique fields', () => uniqueFields(opened))
    describe('declaring', () => declaring(opened))
    describe('declaring a shape', () => shapes(opened))
    describe('asked for by id alone', () => byIdAlone(opened))
  })
}

const guardedWrites = (opened: OpenDocumentStore): void => {
  it('keeps the document with its version, after a restart too', async () => {
    const { store, samples, put, reopen } = await openSampleDocuments(opened)
    expect(await samples.getVersioned('a')).toBeNull()
    expect(await samples.get('a')).toBeNull()
    expect(await put('a', 7, { label: 'Ngũgĩ 📦', room: 'east', weight: 2.5 })).toBe(true)
    const again = await ((await reopen?.()) ?? store).collection<SampleDocument>(sampleSpec)
    expect(await again.get('a')).toEqual({ label: 'Ngũgĩ 📦', room: 'east', weight: 2.5 })
    expect((await again.getVersioned('a'))?.version).toBe(7)
  })

  it('replaces all of a document by a later version', async () => {
    const { samples, put } = await openSampleDocuments(opened)
    await put('a', 1, { room: 'east', weight: 1 })
    expect(await put('a', 2, { weight: 2 })).toBe(true)
    expect(await samples.getVersioned('a')).toEqual({ document: { label: 'a', weight: 2 }, version: 2 })
    expect(await find(samples, { room: 'east' })).toEqual([])
  })

  it('ignores writes that come late or again', async () => {
    const { samples, put } = await openSampleDocuments(opened)
    await put('a', 5, { room: 'east' })
    expect(await put('a', 5, { room: 'west' })).toBe(false)
    expect(await put('a', 4, { room: 'west' })).toBe(false)
    expect(await put('a', 4, null)).toBe(false)
    expect(await samples.getVersioned('a')).toEqual({ document: { label: 'a', room: 'east' }, version: 5 })
    expect(await find(samples, { room: 'west' })).toEqual([])
  })

  it('ends at the highest version, in any order of writes', async () => {
    const { samples, put } = await openSampleDocuments(opened)
    const versions = [3, 9, 1, 7, 10, 2, 8, 4, 6, 5]
    await Promise.all(versions.map((version) => put('a', version, { weight: version })))
    expect(await samples.getVersioned('a')).toEqual({ document: { label: 'a', weight: 10 }, version: 10 })
  })
}

const removing = (opened: OpenDocumentStore): void => {
  it('removes a document from every answer and keeps its version', async () => {
    const { samples, put } = await openSampleDocuments(opened)
    await put('a', 1, { room: 'east' })
    expect(await put('a', 3, null)).toBe(true)
    expect(await samples.get('a')).toBeNull()
    expect(await samples.getVersioned('a')).toEqual({ document: null, version: 3 })
    expect(await find(samples, {})).toEqual([])
    expect(await find(samples, { room: null })).toEqual([])
  })

  it('does not bring back a removed document, except by a later version', async () => {
    const { samples, put } = await openSampleDocuments(opened)
    await put('a', 3, null)
    expect(await put('a', 2, { room: 'east' })).toBe(false)
    expect(await samples.get('a')).toBeNull()
    expect(await put('a', 4, { room: 'east' })).toBe(true)
    expect(await find(samples, { room: 'east' })).toEqual(['a'])
  })

  it('forgets a record with its version', async () => {
    const { store, samples, put, fill } = await openSampleDocuments(opened)
    await put('a', 8, { room: 'east' })
    await fill({ b: { room: 'east' } })
    await store.forget(sampleSpec.name, 'a')
    expect(await samples.getVersioned('a')).toBeNull()
    expect(await find(samples, { room: 'east' })).toEqual(['b'])
    expect(await put('a', 1, { room: 'west' })).toBe(true)
  })

  it('discards many records with their versions, and ignores missing ones', async () => {
    const { store, samples, put, fill } = await openSampleDocuments(opened)
    await put('a', 8, { room: 'east' })
    await fill({ b: { room: 'east' }, c: { room: 'east' } })
    await store.discard(sampleSpec.name, ['a', 'c', 'never there'])
    await store.discard(sampleSpec.name, [])
    expect(await samples.getVersioned('a')).toBeNull()
    expect(await find(samples, { room: 'east' })).toEqual(['b'])
    expect(await samples.count({ room: 'east' })).toBe(1)
    expect(await put('a', 1, { room: 'west' })).toBe(true)
  })
}

const batches = (opened: OpenDocumentStore): void => {
  it('writes a batch with its checkpoint and returns which writes took effect', async () => {
    const { store, samples, put } = await openSampleDocuments(opened)
    await put('b', 9, { room: 'east' })
    expect(await store.checkpoint('shelves')).toBeNull()
    const batch = [
      toSampleWrite('a', 4, { room: 'east' }),
      toSampleWrite('b', 4, null),
      toSampleWrite('a', 5, { room: 'west' }),
    ]
    expect(await store.write(batch, [{ name: 'shelves', position: 5 }])).toEqual([true, false, true])
    expect(await store.checkpoint('shelves')).toBe(5)
    expect(await find(samples, { room: 'west' })).toEqual(['a'])
    expect(await find(samples, { room: 'east' })).toEqual(['b'])
  })

  it('may be repeated', async () => {
    const { store, samples } = await openSampleDocuments(opened)
    const batch = [toSampleWrite('a', 4, { weight: 4 }), toSampleWrite('b', 5, { weight: 5 })]
    await store.write(batch, [{ name: 'shelves', position: 5 }])
    expect(await store.write(batch, [{ name: 'shelves', position: 5 }])).toEqual([false, false])
    expect((await samples.get('a'))?.weight).toBe(4)
  })

  it('does not move the checkpoint when one of its writes fails', async () => {
    const { store, fill } = await openSampleDocuments(opened)
    await fill({ a: { code: 'A' } })
    const batch = [toSampleWrite('b', 2, { code: 'B' }), toSampleWrite('c', 3, { code: 'A' })]
    await expect(store.write(batch, [{ name: 'shelves', position: 3 }])).rejects.toThrow(NotUnique)
    expect(await store.checkpoint('shelves')).toBeNull()
  })

  it('moves a checkpoint on without documents, each under its own name', async () => {
    const { store } = await openSampleDocuments(opened)
    await store.write([], [{ name: 'shelves', position: 3 }])
    await store.write([], [{ name: 'rooms', position: 8 }])
    expect([await store.checkpoint('shelves'), await store.checkpoint('rooms')]).toEqual([3, 8])
  })

  it('moves several checkpoints with one batch, and answers several at once', async () => {
    const { store, samples } = await openSampleDocuments(opened)
    const both = (position: number) => ['shelves', 'rooms'].map((name) => ({ name, position }))
    await store.write([toSampleWrite('a', 4, { weight: 4 })], both(4))
    await store.write([toSampleWrite('a', 5, { weight: 5 })], both(5))
    expect(await store.checkpoints(['rooms', 'never', 'shelves'])).toEqual(new Map(both(5).map(getEntry)))
    expect((await samples.get('a'))?.weight).toBe(5)
  })

  it('moves none of several checkpoints when a write fails', async () => {
    const { store, fill } = await openSampleDocuments(opened)
    await fill({ a: { code: 'A' } })
    const both = ['shelves', 'rooms'].map((name) => ({ name, position: 3 }))
    await expect(store.write([toSampleWrite('c', 3, { code: 'A' })], both)).rejects.toThrow(NotUnique)
    expect(await store.checkpoints(['shelves', 'rooms'])).toEqual(new Map())
  })
}

const allCheckpoints = (opened: OpenDocumentStore): void => {
  it('knows the event of the furthest checkpoint that names one, after a restart too', async () => {
    const { store, reopen } = await opened()
    expect(await store.furthestCheckpoint()).toBeNull()
    await store.write([], [{ name: 'head-at-start', position: 90 }])
    expect(await store.furthestCheckpoint()).toEqual({ position: 90, event: null })
    await store.write([], [{ name: 'shelves', position: 7, event: 'seventh' }])
    await store.write([], [{ name: 'rooms', position: 30, event: 'thirtieth' }])
    await store.write([], [{ name: 'rooms', position: 31, event: 'next' }])
    const again = (await reopen?.()) ?? store
    expect(await again.furthestCheckpoint()).toEqual({ position: 31, event: 'next' })
    await again.write([], [{ name: 'rooms', position: 32 }])
    expect(await again.furthestCheckpoint()).toEqual({ position: 7, event: 'seventh' })
  })

  it('forgets all checkpoints at once, and no document', async () => {
    const { store, samples } = await openSampleDocuments(opened)
    await store.write([toSampleWrite('a', 4, { weight: 4 })], [{ name: 'shelves', position: 4, event: 'fourth' }])
    await store.write([], [{ name: 'rooms', position: 5 }])
    await store.forgetCheckpoints()
    expect(await store.furthestCheckpoint()).toBeNull()
    expect(await store.checkpoints(['shelves', 'rooms'])).toEqual(new Map())
    expect((await samples.get('a'))?.weight).toBe(4)
  })
}

const getEntry = ({ name, position }: { name: string; position: number }) => [name, position] as const

const uniqueFields = (opened: OpenDocumentStore): void => {
  it('refuses a value that another document has, and names the field', async () => {
    const { samples, fill, put } = await openSampleDocuments(opened)
    await fill({ a: { code: 'A' } })
    const refused = put('b', 1, { code: 'A' })
    await expect(refused).rejects.toThrow(NotUnique)
    await expect(refused).rejects.toMatchObject({ collection: sampleSpec.name, field: 'code' })
    expect(await samples.get('b')).toBeNull()
    expect(await put('a', 2, { code: 'A', room: 'east' })).toBe(true)
  })

  it('allows any number of documents without a value', async () => {
    const { samples, fill } = await openSampleDocuments(opened)
    await fill({ a: {}, b: { code: null }, c: {} })
    expect(await find(samples, { code: null })).toEqual(['c', 'b', 'a'])
  })

  it('frees a value that was changed or removed', async () => {
    const { fill, put } = await openSampleDocuments(opened)
    await fill({ a: { code: 'A' }, b: { code: 'B' } })
    await put('a', 2, { code: 'C' })
    await put('b', 2, null)
    expect(await put('c', 1, { code: 'A' })).toBe(true)
    expect(await put('d', 1, { code: 'B' })).toBe(true)
  })

  it('finds the document that has a value now, if the other conditions hold too', async () => {
    const { samples, fill, put } = await openSampleDocuments(opened)
    await fill({ a: { code: 'A', room: 'east', since: '2026-02' }, b: { code: 'B' }, c: {} })
    expect(await find(samples, { code: 'A' })).toEqual(['a'])
    expect(await find(samples, { code: 'A', room: 'east' })).toEqual(['a'])
    expect(await find(samples, { code: 'A', room: 'west' })).toEqual([])
    expect(await find(samples, { code: 'A' }, { between: { from: '2026-03' } })).toEqual([])
    expect(await samples.find({ where: { code: 'A' }, limit: 1 })).toMatchObject({ next: null })
    await put('a', 2, { code: 'C' })
    await put('b', 2, null)
    expect(await find(samples, { code: 'A' })).toEqual([])
    expect(await find(samples, { code: 'B' })).toEqual([])
    expect(await find(samples, { code: ['A', 'B', 'C'] })).toEqual(['a'])
  })

  it("ignores a late write as late, though its value is another document's by now", async () => {
    const { fill, put } = await openSampleDocuments(opened)
    await fill({ a: { code: 'A' } })
    await put('a', 2, { code: 'C' })
    await put('b', 1, { code: 'A' })
    expect(await put('a', 1, { code: 'A' })).toBe(false)
  })
}

const shaped = {
  label: 'text',
  room: 'text or null',
  weight: 'number or null',
  code: 'text or null',
  since: 'text',
  parcels: { each: { at: 'text', note: { orNull: { text: 'text' } } } },
} as const
const wholeDocument = {
  label: 'Ngũgĩ 📦',
  room: 'east',
  weight: 2.5,
  code: null,
  since: '2026-02',
  parcels: [
    { at: '2026-02', note: { text: 'east' } },
    { at: '2026-03', note: null },
  ],
}

const byIdAlone = (opened: OpenDocumentStore): void => {
  const spec = { name: sampleSpec.name, fields: {}, indexes: [], sortBy: null } as const

  it('is kept, guarded, removed and forgotten like any other', async () => {
    const { store, reopen } = await opened()
    await store.collection(spec)
    expect(
      await store.write([
        toSampleWrite('a', 2, { room: 'east' }),
        toSampleWrite('b', 1, {}),
        toSampleWrite('c', 1, {}),
      ]),
    ).toHaveLength(3)
    expect(await store.write([toSampleWrite('a', 2, { room: 'west' }), toSampleWrite('b', 4, null)])).toEqual([
      false,
      true,
    ])
    await store.forget(spec.name, 'c')
    const samples = await ((await reopen?.()) ?? store).collection<SampleDocument>(spec)
    expect(await samples.getVersioned('a')).toEqual({ document: { label: 'a', room: 'east' }, version: 2 })
    expect(await samples.getVersioned('b')).toEqual({ document: null, version: 4 })
    expect(await samples.getVersioned('c')).toBeNull()
  })

  it('can not be listed or counted, and declares nothing to list it by', async () => {
    const { store } = await opened()
    const samples = await store.collection<SampleDocument>(spec)
    await expect(samples.find({ limit: 1 })).rejects.toThrow('by id alone')
    await expect(samples.count()).rejects.toThrow('by id alone')
    await expect(store.collection({ ...spec, name: 'racks-v1', fields: { room: 'text' } })).rejects.toThrow('racks-v1')
  })
}

const shapes = (opened: OpenDocumentStore): void => {
  it('returns documents of its shape unchanged, and others too, after a restart', async () => {
    const { store, reopen } = await opened()
    await store.collection({ ...sampleSpec, shape: shaped })
    const others = [{ label: 'b' }, { ...wholeDocument, code: 'half \ud83d', fragile: true }]
    await store.write([wholeDocument, ...others].map((document, n) => toSampleWrite(`id-${n}`, 1, document)))
    const again = await ((await reopen?.()) ?? store).collection<SampleDocument>({ ...sampleSpec, shape: shaped })
    expect(await again.get('id-0')).toEqual(wholeDocument)
    expect(await again.get('id-1')).toEqual({ label: 'b' })
    expect(await again.get('id-2')).toEqual(others[1])
    const { documents } = await again.find({ where: { room: 'east' }, limit: 9 })
    expect(documents).toEqual([others[1], wholeDocument])
  })

  it('is refused under the same name with another shape, after a restart too', async () => {
    const { store, reopen } = await opened()
    const shape = { label: 'text', room: 'text or null', parcels: { each: { at: 'text' } } } as const
    await store.collection({ ...sampleSpec, shape })
    const again = (await reopen?.()) ?? store
    await again.collection({
      ...sampleSpec,
      shape: { parcels: { each: { at: 'text' } }, room: 'text or null', label: 'text' },
    })
    const refused = again.collection({ ...sampleSpec, shape: { ...shape, fragile: 'boolean' } })
    await expect(refused).rejects.toThrow(DeclaredDifferently)
    await expect(refused).rejects.toMatchObject({ collection: sampleSpec.name })
    const inside = { ...shape, parcels: { each: { at: 'number' } } } as const
    await expect(again.collection({ ...sampleSpec, shape: inside })).rejects.toThrow(sampleSpec.name)
    await expect(again.collection(sampleSpec)).rejects.toThrow(sampleSpec.name)
  })
}

const declaring = (opened: OpenDocumentStore): void => {
  it('is free when repeated with the same specification', async () => {
    const { store, fill } = await openSampleDocuments(opened)
    await fill({ a: { room: 'east' } })
    const again = await store.collection<SampleDocument>({ ...sampleSpec, fields: { ...sampleSpec.fields } })
    expect(await find(again, { room: 'east' })).toEqual(['a'])
  })

  it('is refused under the same name with another specification', async () => {
    const { store } = await openSampleDocuments(opened)
    await expect(store.collection({ ...sampleSpec, sortBy: 'room' })).rejects.toThrow(sampleSpec.name)
    const { code: _, ...fields } = sampleSpec.fields
    await expect(store.collection({ ...sampleSpec, fields, indexes: [], unique: [] })).rejects.toThrow(sampleSpec.name)
    await expect(store.collection({ ...sampleSpec, unique: [] })).rejects.toThrow(sampleSpec.name)
  })

  it('accepts other indexes under its name, and finds the same by them, after a restart too', async () => {
    const { store, fill, reopen } = await openSampleDocuments(opened)
    await fill({ a: { room: 'east', since: '1' }, b: { room: 'east', weight: 2, since: '2' }, c: { room: 'west' } })
    const asked = async (samples: Awaited<ReturnType<typeof store.collection<SampleDocument>>>) => {
      expect(await find(samples, { room: 'east' })).toEqual(['b', 'a'])
      expect(await find(samples, { weight: 2, room: 'east' })).toEqual(['b'])
      expect(await find(samples, { since: '1' })).toEqual(['a'])
    }
    await asked(await store.collection<SampleDocument>({ ...sampleSpec, indexes: [] }))
    await asked(await store.collection<SampleDocument>({ ...sampleSpec, indexes: [['since'], ['room']] }))
    const again = (await reopen?.()) ?? store
    await asked(await again.collection<SampleDocument>({ ...sampleSpec, indexes: [['since']] }))
    await asked(await again.collection<SampleDocument>(sampleSpec))
  })

  it('is refused when an index, a unique field or the order names an unknown field', async () => {
    const { store } = await opened()
    const spec = { ...sampleSpec, name: 'racks-v1' }
    await expect(store.collection({ ...spec, sortBy: 'colour' })).rejects.toThrow('colour')
    await expect(store.collection({ ...spec, indexes: [['colour']] })).rejects.toThrow('colour')
    await expect(store.collection({ ...spec, unique: ['colour'] })).rejects.toThrow('colour')
  })

  it('begins empty after the collection was dropped', async () => {
    const { store, fill } = await openSampleDocuments(opened)
    await fill({ a: {} })
    await store.drop(sampleSpec.name)
    const again = await store.collection<SampleDocument>({ ...sampleSpec, indexes: [] })
    expect(await find(again, {})).toEqual([])
    expect(await again.getVersioned('a')).toBeNull()
  })

  it('is listed among the collections until it is dropped, and takes the named checkpoints with it', async () => {
    const { store } = await openSampleDocuments(opened)
    await store.collection({ ...sampleSpec, name: 'racks-v1' })
    await store.write(
      [],
      ['shelves', 'filled', 'other'].map((name) => ({ name, position: 7 })),
    )
    expect((await store.collections()).sort()).toEqual(['racks-v1', sampleSpec.name])
    await store.drop(sampleSpec.name, ['shelves', 'filled'])
    expect(await store.collections()).toEqual(['racks-v1'])
    expect(await store.checkpoints(['shelves', 'filled', 'other'])).toEqual(new Map([['other', 7]]))
    await store.drop(sampleSpec.name)
  })
}
