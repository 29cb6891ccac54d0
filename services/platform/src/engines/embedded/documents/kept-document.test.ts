import { expect, test } from 'vitest'
import type { CollectionSpec } from '../../../ports/document-store.ts'
import { keptDocument } from './kept-document.ts'

const spec: CollectionSpec = {
  name: 'parcels-v1',
  fields: { shop: 'text', phone: 'text', weight: 'number', at: 'text' },
  indexes: [],
  sortBy: 'at',
  shape: {
    _id: 'text',
    at: 'text',
    shop: 'text',
    phone: 'text or null',
    weight: 'number or null',
    paid: 'boolean',
    fee: 'number',
    note: 'text or null',
    sender: { name: 'text', phone: 'text' },
    rider: { orNull: { name: 'text' } },
    history: { each: { status: 'text', at: 'text' } },
    tags: { each: 'text' },
  },
}
const parcel = {
  _id: 'parcel-1',
  at: '2026-11-16T06:00:00.000Z',
  shop: 'THIKA|MAIN STAGE',
  phone: '254712345678',
  weight: 2.5,
  paid: true,
  fee: 250,
  note: null,
  sender: { name: 'Ngũgĩ 📦', phone: '254712345678' },
  rider: null,
  history: [
    { status: 'dropping', at: '2026-11-16T06:00:00.000Z' },
    { status: 'dropping', at: '2026-11-16T09:00:00.000Z' },
  ],
  tags: ['', 'new', 'THIKA|MAIN STAGE'],
}
const kept = keptDocument(spec)
const getRow = (document: { [field: string]: unknown }, id = 'parcel-1') => ({
  _id: id,
  _document: kept.pack(id, document),
  ...Object.fromEntries(kept.columns.map((column) => [column, document[column]])),
})

test('a row repeats nothing: no name of a field, no value of a column, no earlier text', () => {
  expect(kept.columns).toEqual(['at', 'phone', 'shop', 'weight'])
  expect(getRow(parcel)._document).toBe(
    JSON.stringify([
      0,
      250,
      [
        [1, 'dropping'],
        ['2026-11-16T09:00:00.000Z', 4],
      ],
      null,
      1,
      null,
      ['Ngũgĩ 📦', 2],
      ['', 'new', 3],
    ]),
  )
})

test.each<[string, object]>([
  ['as it is', {}],
  ['with nothing', { phone: null, weight: null, history: [], tags: [], paid: false }],
  ['with everything', { note: 'by\nthe gate', rider: { name: 'Kevin Omondi' } }],
  ['with a text that is in two columns', { shop: '254712345678', note: '254712345678', tags: ['254712345678'] }],
  ['with odd texts in the list', { note: 'half \ud83d and \0', tags: ['\ud83d', '\0'] }],
  ['with odd texts in a column', { shop: 'half \ud83d' }],
  ['with a zero in a column', { shop: 'a\0bcde' }],
  ['with a field too many', { fragile: true }],
  ['with one of another kind', { fee: '250' }],
  ['with a field too many inside', { rider: { name: 'Kevin', phone: '1' } }],
  ['that says null where its shape does not', { sender: null }],
])('a document %s is read back', (_how, changes) => {
  const document = { ...parcel, ...changes }
  expect(kept.unpack(getRow(document))).toEqual(document)
})

test('a document that lacks a field is read back without it', () => {
  const { fee: _, ...rest } = parcel
  expect(kept.unpack(getRow(rest))).toEqual(rest)
})

test('an id that differs from the document’s own stays different', () => {
  expect(kept.unpack(getRow(parcel, 'another-id'))).toEqual(parcel)
})

test('documents of an earlier release are read', () => {
  expect(kept.unpack({ _id: 'parcel-1', _document: JSON.stringify(parcel), at: null })).toEqual(parcel)
})

test('without its shape a document is not read, because half of it would be missing', () => {
  const { shape: _, ...shapeless } = spec
  expect(() => keptDocument(shapeless).unpack(getRow(parcel))).toThrow('parcels-v1')
  expect(keptDocument(shapeless).unpack({ _document: '{"a":1}' })).toEqual({ a: 1 })
})

test.each<[string, string[]]>([
  ['that has words', ['zawadi', '254712345678', 'half \ud83d and \0', 'zawadi']],
  ['that has none', []],
])('a document %s stores them in their column alone', (_how, own) => {
  const worded = keptDocument({
    ...spec,
    words: 'words',
    shape: { ...(spec.shape as object), words: { each: 'text' } },
  })
  const document = { ...parcel, words: own }
  const row = {
    ...getRow(document),
    _document: worded.pack('parcel-1', document),
    _words: JSON.stringify(document.words),
  }
  expect(worded.columns).toContain('_words')
  expect(row._document).toBe(kept.pack('parcel-1', parcel))
  expect(worded.unpack(row)).toEqual(document)
})
