import { expect } from 'vitest'
import type { Collection, CollectionSpec, DocumentStore, Where, Within } from '../../ports/document-store.ts'

export type OpenedDocumentStore = {
  readonly store: DocumentStore
  /** The same store after a restart; left out when the store outlives the process. */
  reopen?(): Promise<DocumentStore>
  close(): Promise<void>
}

export type OpenDocumentStore = () => Promise<OpenedDocumentStore>
export type SampleDocument = {
  label: string
  room?: string | null
  weight?: number
  code?: string | null
  since?: string
  marks?: string[]
}

export const sampleSpec: CollectionSpec = {
  name: 'shelves-v1',
  fields: { room: 'text', weight: 'number', code: 'text', since: 'text' },
  indexes: [['room'], ['room', 'weight'], ['code'], ['room', 'code']],
  counted: [['room', 'weight'], []],
  words: 'marks',
  unique: ['code'],
  sortBy: 'since',
}

export const openSampleDocuments = async (opened: OpenDocumentStore) => {
  const { store, reopen } = await opened()
  const samples = await store.collection<SampleDocument>(sampleSpec)
  return { store, samples, reopen, ...writing(store) }
}

const writing = (store: DocumentStore) => {
  const put = async (id: string, version: number, document: Partial<SampleDocument> | null) =>
    (await store.write([toSampleWrite(id, version, document)]))[0]
  const fill = (documents: Record<string, Partial<SampleDocument>>) =>
    store.write(Object.entries(documents).map(([id, document]) => toSampleWrite(id, 1, document)))
  return { put, fill }
}

export const toSampleWrite = (id: string, version: number, document: Partial<SampleDocument> | null) => ({
  collection: sampleSpec.name,
  id,
  version,
  document: document && { label: id, ...document },
})

export const labels = (documents: readonly SampleDocument[]) => documents.map(({ label }) => label)

/** The labels of the matches; the count and the other direction must agree. */
export const find = async (samples: Collection<SampleDocument>, where: Where, within: Within = {}) => {
  const found = labels((await samples.find({ where, limit: 100, ...within })).documents)
  expect(await samples.count(where, within)).toBe(found.length)
  expect(await samples.countUpTo(100, where, within)).toEqual({ count: found.length, more: false })
  const upwards = labels((await samples.find({ where, limit: 100, ...within, upwards: true })).documents)
  expect(upwards).toEqual(found.toReversed())
  return found
}
