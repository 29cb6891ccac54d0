import type * as z from 'zod/mini'
import type { Json } from '../../ports/event-store.ts'

type Schema = z.ZodMiniType

/** The schemas inside a schema, by name, and a function that rebuilds data from their changed parts. */
export type SchemaParts = {
  readonly parts: readonly (readonly [name: string, part: Schema])[]
  rebuild(value: Json, each: (part: Schema, value: Json) => Promise<Json>): Promise<Json>
}

type JsonObject = { [key: string]: Json }

const leaf: SchemaParts = { parts: [], rebuild: async (value) => value }

const around = (inner: Schema): SchemaParts => ({
  parts: [['', inner]],
  rebuild: (value, each) => each(inner, value),
})

const list = (items: readonly Schema[], rest: Schema | null): SchemaParts => ({
  parts: [...items, ...(rest ? [rest] : [])].map((item) => ['[]', item]),
  rebuild: (value, each) =>
    Promise.all(
      (value as Json[]).map((entry, index) => {
        const item = items[index] ?? rest
        return item ? each(item, entry) : entry
      }),
    ),
})

const fields = (parts: readonly (readonly [string, Schema])[], getField: (key: string) => Schema | undefined) => ({
  parts,
  rebuild: async (value: Json, each: (part: Schema, value: Json) => Promise<Json>) => {
    const entries = Object.entries(value as JsonObject).map(async ([key, item]) => {
      const field = getField(key)
      return [key, field ? await each(field, item) : item] as const
    })
    return Object.fromEntries(await Promise.all(entries))
  },
})

const objectParts = ({ shape, catchall }: { shape: Record<string, Schema>; catchall?: Schema }): SchemaParts | null => {
  const others = catchall?._zod.def.type
  if (others !== undefined && others !== 'never' && others !== 'unknown') return null
  return fields(Object.entries(shape), (key) => (Object.hasOwn(shape, key) ? shape[key] : undefined))
}

/** Null for a schema that cannot be searched, such as a union, because the option that the data have is unknown. */
export const toParts = (schema: Schema): SchemaParts | null => {
  const def = schema._zod.def as never
  switch (schema._zod.def.type) {
    case 'string':
    case 'number':
    case 'boolean':
    case 'null':
    case 'literal':
    case 'enum':
    case 'template_literal':
      return leaf
    case 'optional':
    case 'nullable':
    case 'nonoptional':
    case 'readonly':
    case 'default':
    case 'prefault':
      return around((def as { innerType: Schema }).innerType)
    case 'array':
      return list([], (def as { element: Schema }).element)
    case 'tuple':
      return list((def as { items: Schema[] }).items, (def as { rest: Schema | null }).rest)
    case 'record': {
      const { valueType } = def as { valueType: Schema }
      return fields([['[]', valueType]], () => valueType)
    }
    case 'object':
      return objectParts(def)
    default:
      return null
  }
}
