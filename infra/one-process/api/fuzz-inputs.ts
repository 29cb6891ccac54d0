import fc from 'fast-check'
import * as z from 'zod/mini'
import { type Call, inPath } from './calls.ts'
import { edgeNumbers, hostile, rawBodies, rawQueries, rawSegments } from './hostile-values.ts'

/** A request as it is sent, whatever its path, query and body are. */
export type Fuzzed = { readonly path: string; readonly body: string | undefined; readonly pathIsGarbage: boolean }
/** Values that the demonstration knows, by the name of their field. */
export type Known = (call: Call, field: string) => readonly unknown[]

type Json = { readonly [key: string]: unknown }
type JsonSchema = {
  readonly type?: string
  readonly enum?: unknown[]
  readonly const?: unknown
  readonly anyOf?: JsonSchema[]
  readonly properties?: Record<string, JsonSchema>
  readonly required?: string[]
  readonly items?: JsonSchema
  readonly pattern?: string
  readonly minLength?: number
  readonly maxLength?: number
  readonly minItems?: number
  readonly maxItems?: number
  readonly minimum?: number
  readonly maximum?: number
}

const textAround = ({ minLength = 0, maxLength = 60 }: JsonSchema): fc.Arbitrary<string> =>
  fc
    .constantFrom(...[minLength - 1, minLength, maxLength, maxLength + 1].filter((length) => length >= 0))
    .map((length) => 'Ab c'.repeat(length / 4 + 1).slice(0, length))

const numberAround = ({ minimum = -1000, maximum = 1000 }: JsonSchema): fc.Arbitrary<number> =>
  fc.constantFrom(minimum - 1, minimum, minimum + 0.5, maximum, maximum + 1, ...edgeNumbers)

/** Values at the edges of what a field takes, beyond them, or of another type. */
const wild = (schema: JsonSchema): fc.Arbitrary<unknown> =>
  fc.oneof(
    ...(schema.type === 'string' ? [textAround(schema)] : []),
    ...(schema.type === 'number' || schema.type === 'integer' ? [numberAround(schema)] : []),
    hostile,
  )

const textWithin = ({ minLength = 0, maxLength = 60, pattern }: JsonSchema): fc.Arbitrary<string> =>
  pattern === undefined
    ? fc.string({ unit: 'grapheme', minLength, maxLength: Math.min(maxLength, minLength + 60) })
    : fc.stringMatching(new RegExp(pattern))

type Fits = (name: string, schema: JsonSchema) => fc.Arbitrary<unknown>

/** Values that a field takes: known ones where the demonstration has some, otherwise from its schema. */
const fitting = (call: Call, known: Known): Fits => {
  const fits: Fits = (name, schema) => {
    const meanings = known(call, name)
    const bySchema = within(name, schema)
    if (meanings.length === 0) return bySchema
    return fc.oneof(
      { weight: 6, arbitrary: fc.constantFrom(...meanings) },
      { weight: schema.type === 'object' ? 6 : 1, arbitrary: bySchema },
    )
  }
  const within: Fits = (name, schema) => {
    if (schema.anyOf) return fc.oneof(...schema.anyOf.map((choice) => fits(name, choice)))
    if (schema.enum) return fc.constantFrom(...schema.enum)
    if ('const' in schema) return fc.constant(schema.const)
    const { minimum = -1000, maximum = 1000, items = {} } = schema
    switch (schema.type) {
      case 'object':
        return toObject(schema, fits)
      case 'array':
        return fc.array(fits(name, items), { minLength: 1, maxLength: 6 })
      case 'boolean':
        return fc.boolean()
      case 'number':
      case 'integer':
        return fc.integer({ min: minimum, max: maximum })
      default:
        return textWithin(schema)
    }
  }
  return fits
}

/** All fields that the object needs; sometimes one is left out or has a wrong value. */
const toObject = ({ properties = {}, required = [] }: JsonSchema, fits: Fits): fc.Arbitrary<Json> => {
  const names = Object.keys(properties)
  const record = (valueFor: Fits, requiredKeys: string[]) => {
    const values = Object.entries(properties).map(([name, schema]) => [name, valueFor(name, schema)])
    return fc.record(Object.fromEntries(values), { requiredKeys, noNullPrototype: true }) as fc.Arbitrary<Json>
  }
  const gone = (names: readonly string[]) => fc.subarray([...names], { maxLength: Math.min(2, names.length) })
  const spoilt = fc
    .tuple(
      record(fits, required),
      record((_, schema) => wild(schema), names),
      gone(names),
      gone(names),
    )
    .map(([good, bad, wilded, missing]) => {
      const fields = { ...good, ...Object.fromEntries(wilded.map((name) => [name, bad[name]])) }
      return Object.fromEntries(Object.entries(fields).filter(([name]) => !missing.includes(name)))
    })
  return fc.oneof({ weight: 3, arbitrary: record(fits, required) }, { weight: 2, arbitrary: spoilt })
}

const extras: fc.Arbitrary<Json> = fc.constantFrom<Json>(
  ...[{}, {}, {}, {}, {}, {}, { role: 'admin' }, { isVerified: true, points: 1e9 }, { $where: '1' }],
  ...[{ actor: { kind: 'system', name: 'x' } }, { asked: { origin: 'seed', at: '1970-01-01' } }],
  ...[JSON.parse('{"__proto__":{"role":"admin","who":"anyone"}}'), { constructor: { prototype: { role: 'admin' } } }],
)

const toInput = (call: Call, known: Known): fc.Arbitrary<unknown> => {
  if (!call.input) return fc.oneof(fc.constant({}), hostile)
  const schema = z.toJSONSchema(call.input, { io: 'input', unrepresentable: 'any' }) as JsonSchema
  const fields = fc
    .tuple(toObject(schema, fitting(call, known)), extras)
    .map(([input, extra]) => ({ ...input, ...extra }))
  return fc.oneof({ weight: 14, arbitrary: fields }, { weight: 1, arbitrary: hostile })
}

/** Where `pathIsGarbage`, no call may have that path. */
export const requestsFor = (call: Call, known: Known): fc.Arbitrary<Fuzzed> => {
  const names = inPath(call.path)
  const query = fc.oneof(
    { weight: 5, arbitrary: fc.constant('') },
    { weight: 1, arbitrary: fc.constantFrom(...rawQueries) },
  )
  const segment = fc.oneof(
    { weight: 14, arbitrary: fc.constant(null) },
    { weight: 1, arbitrary: fc.constantFrom(...rawSegments) },
  )
  const rawBody = fc.oneof(
    { weight: 20, arbitrary: fc.constant(null) },
    { weight: 1, arbitrary: fc.constantFrom(...rawBodies) },
  )
  const raw = fc.record({ query, body: rawBody, segments: fc.tuple(...names.map(() => segment)) })

  return fc.tuple(toInput(call, known), raw).map(([input, { query, body, segments }]) => {
    const fields: Json = typeof input === 'object' && input !== null ? (input as Json) : {}
    const inSegments = names.map((name, index) => segments[index] ?? encoded(fields[name]))
    const path = call.path.replace(/\{\w+\}/g, () => inSegments.shift() ?? '')
    const rest = Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)))
    const pathIsGarbage = segments.some((part) => part !== null) || /\/\.{0,2}(\/|$)/.test(path)
    if (call.method !== 'GET') {
      const sent = body ?? JSON.stringify(isFields(input) ? rest : input)
      return { path: withQuery(path, query), body: sent, pathIsGarbage }
    }
    const asked = Object.entries(rest).map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
    return { path: withQuery(path, [...asked, query].filter(Boolean).join('&')), body: undefined, pathIsGarbage }
  })
}

const isFields = (input: unknown): boolean => typeof input === 'object' && input !== null && !Array.isArray(input)
const withQuery = (path: string, query: string): string => (query ? `${path}?${query}`.slice(0, 12_000) : path)
const encoded = (value: unknown): string =>
  encodeURIComponent((typeof value === 'object' ? JSON.stringify(value) : String(value)).slice(0, 3000).toWellFormed())
