import * as z from 'zod/mini'

/** Takes the place of a word in a published event that this release does not know, because a later release wrote it. */
export const unknownWord: unique symbol = Symbol('a word of a later release')

/** Published data as a consumer gets them: each vocabulary word may be an unknown one. */
export type Heard<Data> = Data extends string
  ? string extends Data
    ? Data
    : Data | typeof unknownWord
  : Data extends object
    ? { [Field in keyof Data]: Heard<Data[Field]> }
    : Data

/**
 * Returns the word, for a consumer that cannot continue without it.
 * @throws Error when it is unknown: the message is parked, and a later release can take it when it is replayed
 */
export const knownWord = <Word extends string>(word: Word | typeof unknownWord): Word => {
  if (word === unknownWord) throw new Error('a word that only a later release knows')
  return word
}

type Schema = z.ZodMiniType

const wordOf = ({ entries }: { entries: Record<string, string> }): Schema => {
  const known = new Set(Object.values(entries))
  const heard = z.transform((word: string) => (known.has(word) ? word : unknownWord))
  return z.pipe(z.string(), heard)
}

const opened = (schema: Schema): Schema => {
  const def = schema._zod.def as never
  switch (schema._zod.def.type) {
    case 'string':
    case 'number':
    case 'boolean':
      return schema
    case 'enum':
      return wordOf(def)
    case 'nullable':
      return z.nullable(opened((def as { innerType: Schema }).innerType))
    case 'optional':
      return z.optional(opened((def as { innerType: Schema }).innerType))
    case 'array':
      return z.array(opened((def as { element: Schema }).element))
    case 'object': {
      const fields = Object.entries((def as { shape: Record<string, Schema> }).shape)
      return z.object(Object.fromEntries(fields.map(([field, inner]) => [field, opened(inner)])))
    }
    default:
      throw new Error(`a published event can't hold a ${schema._zod.def.type}: it could not be widened later`)
  }
}

/** The consumer's version of a schema that is strict for the publisher: an unknown word is read as `unknownWord`. */
export const getHeard = <S extends Schema>(schema: S) => opened(schema) as z.ZodMiniType<Heard<z.output<S>>>
