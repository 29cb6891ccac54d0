import { expect } from 'vitest'
import type { Collection, CollectionSpec, DocumentStore, Where, Within } from '../../ports/document-store.ts'

export type OpenedDocumentStore = {
  readonly store: DocumentStore
  /** The same store after a restart; left out when the store outlives the process. */
  reopen?(): Promise<DocumentStore>
  close(): Promise<void>
}

export type OpenDocumentStore = () => Promise<OpenedDocumentStore>
export type Shelf = {
  label: string
  room?: string | null
  weight?: number
  code?: string | null
  since?: string
  marks?: string[]
}

export const shelvesSpec: CollectionSpec = {
  name: 'shelves-v1',
  fields: { room: 'text', weight: 'number', code: 'text', since: 'text' },
  indexes: [['room'], ['room', 'weight'], ['code'], ['room', 'code']],
  counted: [['room', 'weight'], []],
  words: 'marks',
  unique: ['code'],
  sortBy: 'since',
}

export const withShelves = async (opened: OpenDocumentStore) => {
  const { store, reopen } = await opened()
  const shelves = await store.collection<Shelf>(shelvesSpec)
  return { store, shelves, reopen, ...writing(store) }
}

const writing = (store: DocumentStore) => {
  const put = async (id: string, version: number, document: Partial<Shelf> | null) =>
    (await store.write([shelf(id, version, document)]))[0]
  const fill = (documents: Record<string, Partial<Shelf>>) =>
    store.write(Object.entries(documents).map(([id, document]) => shelf(id, 1, document)))
  return { put, fill }
}

export const shelf = (id: string, version: number, document: Partial<Shelf> | null) => ({
  collection: shelvesSpec.name,
  id,
  version,
  document: document && { label: id, ...document },
})

export const labels = (documents: readonly Shelf[]) => documents.map(({ label }) => label)

/** The labels of the matches; the count and the other direction must agree. */
export const find = async (shelves: Collection<Shelf>, where: Where, within: Within = {}) => {
  const found = labels((await shelves.find({ where, limit: 100, ...within })).documents)
  expect(await shelves.count(where, within)).toBe(found.length)
  expect(await shelves.countUpTo(100, where, within)).toEqual({ count: found.length, more: false })
  const upwards = labels((await shelves.find({ where, limit: 100, ...within, upwards: true })).documents)
  expect(upwards).toEqual(found.toReversed())
  return found
}
