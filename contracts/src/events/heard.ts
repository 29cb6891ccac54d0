import * as z from 'zod/mini'

/** Stands where a published event carries a word that this release does not know: one of a later release. */
export const unknownWord: unique symbol = Symbol('a word of a later release')

/** Published data as a consumer gets them: in the place of each vocabulary's word there may be an unknown one. */
export type Heard<Data> = Data extends string
  ? string extends Data
    ? Data
    : Data | typeof unknownWord
  : Data extends object
    ? { [Field in keyof Data]: Heard<Data[Field]> }
    : Data

/**
 * The word, where a consumer can do nothing without it.
 * @throws Error where it is unknown: the message is parked, and a later release takes it when it is given back
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
      throw new Error(`a published event can't hold a ${schema._zod.def.type}: nobody could widen it`)
  }
}

/** What is strict for the publisher, as a consumer reads it: a word that it does not know is `unknownWord`. */
export const getHeard = <S extends Schema>(schema: S) => opened(schema) as z.ZodMiniType<Heard<z.output<S>>>
