import type { Beginnings, CollectionSpec, Shape, Where, Within } from '../ports/document-store.ts'

/** What all engines derive from a collection's specification. */
export type Scalar = string | number | null

const fieldPattern = /^[A-Za-z][A-Za-z0-9]*$/
const namePattern = /^[a-z][a-z0-9-]*$/
export const noSortValue = { text: '', number: -Number.MAX_VALUE }

export const assertSound = (spec: CollectionSpec): void => {
  assertName(spec.name)
  for (const field of Object.keys(spec.fields)) {
    if (!fieldPattern.test(field)) throw new Error(`not a field's name: ${field}`)
  }
  const { sortBy, unique = [], indexes, words } = spec
  for (const field of [...(sortBy === null ? [] : [sortBy]), ...unique, ...indexes.flat()]) getType(spec, field)
  if (isAskedById(spec) && (Object.keys(spec.fields).length > 0 || words !== undefined))
    throw new Error(`${spec.name} is asked for by id alone: its fields can't be queried`)
  if (words !== undefined && !fieldPattern.test(words)) throw new Error(`not a field's name: ${words}`)
}

/** The fields of each index for lists; none for a collection that is only read by id. */
export const listIndexes = ({ sortBy, unlisted, indexes }: CollectionSpec): (readonly string[])[] =>
  sortBy === null ? [] : unlisted ? [...indexes] : [[], ...indexes]

export const isAskedById = ({ sortBy }: Pick<CollectionSpec, 'sortBy'>): boolean => sortBy === null

export const assertName = (collection: string): void => {
  if (!namePattern.test(collection)) throw new Error(`not a collection's name: ${collection}`)
}

/** Text that is equal for equal specifications. */
export const specText = ({ fields, indexes, unique = [], sortBy, words }: CollectionSpec): string =>
  JSON.stringify({ fields: sortedFields(fields), indexes, unique: [...unique].sort(), sortBy, words })

/** Text that is equal for equal shapes, whatever the order of their fields; null when no shape is declared. */
export const shapeText = ({ shape }: CollectionSpec): string | null =>
  shape === undefined ? null : JSON.stringify(inOrder(shape))

/** The declaration that `specText` and `shapeText` turned into these texts. */
export const specIn = (name: string, spec: string, shape: string | null): CollectionSpec => {
  const { fields, ...others } = JSON.parse(spec)
  const declared = { ...others, name, fields: Object.fromEntries(fields) }
  return shape === null ? declared : { ...declared, shape: fromOrder(JSON.parse(shape)) }
}

/** Whether two declarations, each as text, describe one collection: only their indexes may differ. */
export const declaredAlike = (stored: DeclaredText, now: DeclaredText): boolean =>
  withoutIndexes(stored) === withoutIndexes(now) && (stored.shape ?? null) === (now.shape ?? null)

type DeclaredText = { readonly spec?: unknown; readonly shape?: unknown }
const withoutIndexes = ({ spec }: DeclaredText): string => specText({ ...JSON.parse(String(spec)), indexes: [] })

const inOrder = (shape: Shape): unknown =>
  typeof shape === 'string'
    ? shape
    : sortedFields(shape as { [field: string]: Shape }).map(([field, inner]) => [field, inOrder(inner)])

const fromOrder = (ordered: string | readonly (readonly [field: string, inner: never])[]): Shape =>
  typeof ordered === 'string'
    ? (ordered as Shape)
    : Object.fromEntries(ordered.map(([field, inner]) => [field, fromOrder(inner)]))

export const sortedFields = <Kind>(fields: { readonly [field: string]: Kind }) =>
  Object.entries(fields).sort(([a], [b]) => (a < b ? -1 : 1))

/** Null for a missing field, and for each field of a removed document. */
export const fieldValue = (spec: CollectionSpec, field: string, document: object | null): Scalar => {
  const value: unknown = (document as Record<string, unknown> | null)?.[field] ?? null
  const wanted = getType(spec, field) === 'text' ? 'string' : 'number'
  if (value !== null && typeof value !== wanted) throw new Error(`${spec.name}.${field} is no ${wanted}`)
  return value as Scalar
}

/** The sort field without its nulls, which no keyset could step over. */
export const sortValue = (spec: CollectionSpec, document: object | null): string | number =>
  fieldValue(spec, sortField(spec), document) ?? noSortValue[getType(spec, sortField(spec))]

/** @throws Error when the collection has no sort field */
export const sortField = ({ name, sortBy }: CollectionSpec): string => {
  if (sortBy === null) throw new Error(`${name} is asked for by id alone`)
  return sortBy
}

/** Each word once; none for a removed document. */
export const wordsIn = ({ name, words }: CollectionSpec, document: object | null): string[] => {
  if (words === undefined || document === null) return []
  const found: unknown = (document as Record<string, unknown>)[words] ?? []
  const areTexts = Array.isArray(found) && found.every((word) => typeof word === 'string')
  if (!areTexts) throw new Error(`${name}.${words} are no words`)
  return [...new Set<string>(found)]
}

/** @throws Error when the collection declares no words, or when a text is empty, because every word begins with it */
export const askedWords = (
  { name, words }: CollectionSpec,
  asked: readonly Beginnings[] = [],
): readonly Beginnings[] => {
  if (asked.length > 0 && words === undefined) throw new Error(`${name} declares no words`)
  if (asked.flat().includes('')) throw new Error(`${name} is asked for a word that begins with nothing`)
  return asked
}

export const getType = (spec: CollectionSpec, field: string) => {
  const type = Object.hasOwn(spec.fields, field) ? spec.fields[field] : undefined
  if (!type) throw new Error(`${spec.name} declares no field ${field}`)
  return type
}

export const textField = (spec: CollectionSpec, field: string): void => {
  if (getType(spec, field) !== 'text') throw new Error(`${spec.name}.${field} is no text`)
}

/** No text contains it, and it sorts after every other character. */
export const lastCharacter = '\u{10ffff}'

/** The values that a filter accepts, each once; null means missing. */
export const wantedValues = (spec: CollectionSpec, field: string, wanted: unknown): Scalar[] => {
  getType(spec, field)
  if (wanted === undefined) throw new Error(`${spec.name}.${field} is asked for as undefined`)
  return (Array.isArray(wanted) ? [...new Set(wanted)] : [wanted]) as Scalar[]
}

/**
 * The unique field that the filter asks for by one value: it finds at most one document, whatever the other conditions
 * are.
 */
export const uniqueAmong = ({ unique = [] }: CollectionSpec, where: Where): string | undefined =>
  unique.find((field) => typeof where[field] === 'string' || typeof where[field] === 'number')

/** The combination of fields whose counters answer this count, if there is one. */
export const countedBy = <C extends { readonly fields: readonly string[] }>(
  counters: readonly C[],
  where: Where,
  { between, startsWith, words }: Within,
): C | undefined =>
  between || startsWith || words?.length
    ? undefined
    : counters.find(({ fields }) => Object.keys(where).every((field) => fields.includes(field)))

/** An index of exactly the filter's fields is the best one, but an engine may choose another. */
export const indexOfExactly = <I extends { readonly fields: readonly string[] }>(
  indexes: readonly I[],
  asked: readonly string[],
  startsWith?: { readonly field: string },
): I | undefined => {
  const all = [...asked, ...(startsWith ? [startsWith.field] : [])]
  return indexes.find(
    ({ fields }) =>
      fields.length === all.length &&
      fields.every((field) => all.includes(field)) &&
      (!startsWith || fields.at(-1) === startsWith.field),
  )
}
