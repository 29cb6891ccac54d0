import type { Filter as MongoFilter } from 'mongodb'
import type { Beginnings, CollectionSpec, Where, Within } from '../../ports/document-store.ts'
import {
  askedWords,
  getType,
  indexOfExactly,
  lastCharacter,
  listIndexes,
  noSortValue,
  type Scalar,
  sortField,
  textField,
  uniqueAmong,
  wantedValues,
} from '../declared-fields.ts'
import type { PageEnd } from '../page-cursor.ts'

/**
 * A document as MongoDB stores it. It is stored as JSON text, so that any JSON is read back unchanged (names with a dot
 * or a dollar, lists in lists); the fields for queries are stored beside it. A removed document keeps only its version.
 */
export type Kept = {
  readonly _id: string
  readonly version: number
  readonly live: boolean
  /** The sort field without its nulls, which no keyset could step over. */
  readonly sort?: string | number
  /** The declared fields that are not null. */
  readonly fields?: { readonly [field: string]: Scalar }
  /** The unique ones of them, for a sparse index: any number of documents may have none. */
  readonly unique?: { readonly [field: string]: Scalar }
  /** The words it is found by. */
  readonly words?: readonly string[]
  readonly document?: string
}

export type IndexOfFields = { readonly name: string; readonly fields: readonly string[] }
export type Query = { readonly filter: MongoFilter<Kept>; readonly hint?: string }

export const newestFirst = { sort: -1, _id: -1 } as const
export const oldestFirst = { sort: 1, _id: 1 } as const

/** The indexes of lists, and one for each combination that is counted. */
export const toIndexes = (spec: CollectionSpec): IndexOfFields[] => {
  const all = [...listIndexes(spec), ...(spec.counted ?? [])]
  const different = new Map(all.map((fields) => [fields.toSorted().join(), fields]).reverse() as [string, string[]][])
  return [...different.values()].reverse().map((fields) => ({ name: ['by', ...fields].join('_'), fields }))
}

export const wordsIndex = { name: 'by_words', key: { live: 1, words: 1, ...newestFirst } } as const

export const uniqueIndex = (field: string): string => `unique_${field}`

export const indexKey = (fields: readonly string[]) => ({
  live: 1,
  ...Object.fromEntries(fields.map((field) => [`fields.${field}`, 1])),
  ...newestFirst,
})

/**
 * For queries by words the server chooses the index: it tries several side by side.
 * @param after the end of the previous page
 */
export const query = (
  spec: CollectionSpec,
  where: Where,
  { upwards, ...within }: Within & { readonly upwards?: boolean },
  after: PageEnd | null = null,
): Query => {
  sortField(spec)
  const { startsWith } = within
  const words = askedWords(spec, within.words)
  const unique = startsWith ? undefined : uniqueAmong(spec, where)
  const sort = sortRange(spec, within, after, upwards ? '$gte' : '$lte')
  const filter = {
    live: true,
    ...Object.fromEntries(
      Object.entries(where).map(([field, wanted]) => [`fields.${field}`, among(spec, field, wanted)]),
    ),
    ...(Object.keys(sort).length > 0 ? { sort } : {}),
    $and: [...beginning(spec, startsWith), ...behind(after, upwards ? '$gt' : '$lt'), ...words.map(anyBeginning)],
    ...(unique === undefined ? {} : { [`unique.${unique}`]: where[unique] }),
  }
  const { $and, ...plain } = filter
  const found = indexOfExactly(toIndexes(spec), Object.keys(where), startsWith)
  const made = words.length > 0 ? undefined : found?.name
  const hint = unique === undefined ? made : uniqueIndex(unique)
  return { filter: $and.length > 0 ? filter : plain, ...(hint === undefined ? {} : { hint }) }
}

const among = (spec: CollectionSpec, field: string, wanted: unknown) => {
  const values = wantedValues(spec, field, wanted)
  return Array.isArray(wanted) ? { $in: values } : (values[0] ?? null)
}

const sortRange = (
  spec: CollectionSpec,
  { between }: Within,
  after: PageEnd | null,
  behindOrAt: '$gte' | '$lte',
): Record<string, string | number> => ({
  ...(between && between.from === undefined ? { $gt: noSortValue[getType(spec, sortField(spec))] } : {}),
  ...(between?.to === undefined ? {} : { $lt: between.to }),
  ...(after ? { [behindOrAt]: after[0] } : {}),
  ...(between?.from === undefined || (after && behindOrAt === '$gte' && after[0] > between.from)
    ? {}
    : { $gte: between.from }),
})

const beginning = (spec: CollectionSpec, startsWith: Within['startsWith']) => {
  if (!startsWith) return []
  const { field, text } = startsWith
  textField(spec, field)
  return [{ [`fields.${field}`]: { $gte: text, $lt: text + lastCharacter } }]
}

/** An expression that begins with plain text, from which the server takes the bounds; any word of a list may match. */
const anyBeginning = (beginnings: Beginnings) => {
  const some = beginnings.map((text) => ({ words: { $regex: `^${text.replace(/[^\p{L}\p{N} ]/gu, '\\$&')}` } }))
  return some.length > 0 ? { $or: some } : { words: { $in: [] } }
}

/** Used beside `sort <= ...`, which bounds the index; among equal sort values the ids decide. */
const behind = (after: PageEnd | null, behind: '$gt' | '$lt') =>
  after ? [{ $or: [{ sort: { [behind]: after[0] } }, { _id: { [behind]: after[1] } }] }] : []
