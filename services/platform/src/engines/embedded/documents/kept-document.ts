import type { CollectionSpec, Shape } from '../../../ports/document-store.ts'
import { sortedFields } from '../../declared-fields.ts'
import { wordsColumn } from './words-table.ts'

/**
 * How a row stores its document. Values of columns and words are not repeated, nor are the names of fields: the shape
 * has them, so that the values in the order of their names are enough. A text that came earlier in the row (its id, a
 * column, the list) is stored as the number of its place there. A document that differs from its shape is stored as
 * JSON with names.
 */
export type KeptDocument = {
  /** The columns that `unpack` needs in addition to `_id` and `_document`. */
  readonly columns: readonly string[]
  pack(id: string, document: object): string
  unpack(row: Row): object
}

type Row = { readonly [column: string]: unknown }
/** Earlier texts, by their place. */
type Met = Map<string, number>
type Part = {
  /** @throws notOfItsShape */
  pack(value: unknown, met: Met): unknown
  unpack(packed: unknown, met: string[]): unknown
}

const notOfItsShape = new Error('a document is not of its shape')
/** A shorter text takes hardly more room than a number. */
const worthANumber = 4

export const keptDocument = (spec: CollectionSpec): KeptDocument => {
  const { name, shape } = spec
  if (typeof shape !== 'object') return withNames(name)
  const parts = toParts(shape as { [field: string]: Shape })
  const isColumn = ([field]: Field) => Object.hasOwn(spec.fields, field)
  const [inColumns, words] = [parts.filter(isColumn), parts.filter(([field]) => field === spec.words)]
  const listed = parts.filter((part) => !inColumns.includes(part) && !words.includes(part))
  const columns = inColumns.map(([field]) => field)
  const empty = withoutValues(parts)
  /** In the same order for packing and unpacking. */
  const textsBefore = (id: unknown, row: Row): string[] => {
    const texts: string[] = []
    const meet = (text: unknown) => {
      if (typeof text === 'string' && text.length >= worthANumber && !texts.includes(text)) texts.push(text)
    }
    meet(id)
    for (const column of columns) meet(row[column])
    return texts
  }
  const list = (id: string, own: Row): unknown[] => {
    if (Object.keys(own).length !== parts.length) throw notOfItsShape
    packed([...inColumns, ...words], own, new Map())
    const before = textsBefore(id, own)
    if (!before.every(comesBack)) throw notOfItsShape
    return packed(listed, own, new Map(before.map((text, place) => [text, place])))
  }
  return {
    columns: words.length > 0 ? [...columns, wordsColumn] : columns,
    pack: (id, document) => JSON.stringify(unlessNotOfItsShape(() => list(id, document as Row)) ?? document),
    unpack(row) {
      const found = JSON.parse(String(row._document))
      if (!Array.isArray(found)) return found
      const document = unpacked({ ...empty }, listed, found, textsBefore(row._id, row))
      for (const column of columns) document[column] = row[column]
      for (const [field] of words) document[field] = JSON.parse(String(row[wordsColumn]))
      return document
    },
  }
}

const withNames = (collection: string): KeptDocument => ({
  columns: [],
  pack: (_id, document) => JSON.stringify(document),
  unpack({ _document }) {
    const found = JSON.parse(String(_document))
    if (Array.isArray(found))
      throw new Error(`${collection} was declared with a shape: without it the document can't be read`)
    return found
  },
})

const unlessNotOfItsShape = <T>(pack: () => T): T | null => {
  try {
    return pack()
  } catch (error) {
    if (error !== notOfItsShape) throw error
    return null
  }
}

/** A column cannot return every text: SQLite ends a text at a zero, and cannot store half a character. */
const comesBack = (text: string): boolean => text.isWellFormed() && !text.includes('\0')

type Field = readonly [field: string, part: Part]

const toParts = (shape: { readonly [field: string]: Shape }): Field[] =>
  sortedFields(shape).map(([field, inner]) => [field, getPart(inner)])

const packed = (fields: readonly Field[], own: Row, met: Met): unknown[] =>
  fields.map(([field, part]) => part.pack(own[field], met))

/** Makes all fields at once, because objects that grow field by field take a third of the time of reading a page. */
const withoutValues = (fields: readonly Field[]): { [field: string]: unknown } =>
  Object.fromEntries(fields.map(([field]) => [field, undefined]))

/** @param own the values; it must have all of the fields */
const unpacked = (
  own: { [field: string]: unknown },
  fields: readonly Field[],
  list: readonly unknown[],
  met: string[],
) => {
  let place = 0
  for (const [field, part] of fields) own[field] = part.unpack(list[place++], met)
  return own
}

const getPart = (shape: Shape): Part => {
  if (typeof shape === 'string') {
    const [type, nullable] = shape.split(' or ')
    const part = scalars[type as keyof typeof scalars]
    return nullable ? orNull(part) : part
  }
  if ('each' in shape) return each(getPart(shape.each as Shape))
  if ('orNull' in shape) return orNull(getPart(shape.orNull as Shape))
  return toFields(toParts(shape as { [field: string]: Shape }))
}

const scalars: { readonly [type in 'text' | 'number' | 'boolean']: Part } = {
  text: {
    pack(value, met) {
      if (typeof value !== 'string') throw notOfItsShape
      const place = met.get(value)
      if (place === undefined && value.length >= worthANumber) met.set(value, met.size)
      return place ?? value
    },
    unpack(packed, met) {
      if (typeof packed === 'number') return met[packed]
      if ((packed as string).length >= worthANumber) met.push(packed as string)
      return packed
    },
  },
  number: {
    pack(value) {
      if (!Number.isFinite(value)) throw notOfItsShape
      return value
    },
    unpack: (packed) => packed,
  },
  boolean: {
    pack(value) {
      if (typeof value !== 'boolean') throw notOfItsShape
      return value ? 1 : 0
    },
    unpack: (packed) => packed === 1,
  },
}

const orNull = (part: Part): Part => ({
  pack: (value, met) => (value === null ? null : part.pack(value, met)),
  unpack: (packed, met) => (packed === null ? null : part.unpack(packed, met)),
})

const each = (part: Part): Part => ({
  pack(value, met) {
    if (!Array.isArray(value)) throw notOfItsShape
    return value.map((one) => part.pack(one, met))
  },
  unpack: (packed, met) => (packed as unknown[]).map((one) => part.unpack(one, met)),
})

const toFields = (fields: readonly Field[]): Part => {
  const empty = withoutValues(fields)
  return {
    pack(value, met) {
      if (typeof value !== 'object' || value === null || Object.keys(value).length !== fields.length)
        throw notOfItsShape
      return packed(fields, value as Row, met)
    },
    unpack: (list, met) => unpacked({ ...empty }, fields, list as unknown[], met),
  }
}
