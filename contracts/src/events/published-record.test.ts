import { readdirSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { described, narrowings, published, recorded } from './published-record.ts'

describe('a published event version only ever widens', () => {
  test.each(published.map((event) => [`${event.type} version ${event.version}`, event] as const))('%s', (_, event) => {
    const before = recorded(event)
    if (before) expect(narrowings(before, described(event.schema)), 'make it a new version').toEqual([])
  })

  test('and the record knows how wide it is', () => {
    const why = 'it widened: renew the record by `node contracts/src/events/published-record.ts`'
    for (const event of published) expect(recorded(event), `${event.type}: ${why}`).toEqual(described(event.schema))
  })

  test('a recorded version is still published', () => {
    const names = published.map(({ type, version }) => `${type}.v${version}.schema.json`)
    expect(readdirSync(new URL('../../published', import.meta.url)).sort()).toEqual(names.sort())
  })
})

const kind = z.enum(['doorstep', 'parcelDukani'])
const before = z.object({ id: z.string(), kind, fee: z.number(), note: z.optional(z.string()) })
const narrowed = (now: z.ZodMiniType) => narrowings(described(before), described(now))

test.each<[string, z.ZodMiniType]>([
  ['nothing', z.object({ ...before.shape })],
  ['an optional field more', z.extend(before, { rider: z.optional(z.string()) })],
  ['a word more', z.extend(before, { kind: z.enum(['overnight', 'doorstep', 'parcelDukani']) })],
])('%s is allowed', (_, now) => expect(narrowed(now)).toEqual([]))

test.each<[string, z.ZodMiniType, string]>([
  ['a field that disappears', z.omit(before, { fee: true }), 'fee disappeared'],
  ['an optional field that disappears', z.omit(before, { note: true }), 'note disappeared'],
  ['an optional field that becomes required', z.extend(before, { note: z.string() }), 'note became required'],
  ['a required field that becomes optional', z.extend(before, { fee: z.optional(z.number()) }), 'fee became optional'],
  ['a new required field', z.extend(before, { rider: z.string() }), 'rider is new and required'],
  ['a word that goes', z.extend(before, { kind: z.enum(['doorstep']) }), "kind lost its word 'parcelDukani'"],
  ['a word that is renamed', z.extend(before, { kind: z.enum(['doorstep', 'dukani']) }), 'kind lost its word'],
  ['a vocabulary that becomes any text', z.extend(before, { kind: z.string() }), 'kind changed what it is'],
  ['a text that becomes a vocabulary', z.extend(before, { id: z.enum(['a']) }), 'id changed what it is'],
  ['another type', z.extend(before, { fee: z.string() }), 'fee changed what it is'],
  ['a field that may be null', z.extend(before, { fee: z.nullable(z.number()) }), 'fee changed what it is'],
  ['a list of what was one', z.extend(before, { fee: z.array(z.number()) }), 'fee changed what it is'],
])('%s is caught', (_, now, said) => {
  expect(narrowed(now)).toEqual([expect.stringContaining(said)])
})

test('what is inside a field is checked too', () => {
  const nested = (inner: z.ZodMiniType) => described(z.object({ parcel: z.object({ inner }) }))
  const fewer = z.enum(['doorstep'])
  for (const around of [(one: z.ZodMiniType) => one, z.nullable, z.array]) {
    expect(narrowings(nested(around(kind)), nested(around(fewer)))).toEqual([
      "parcel.inner lost its word 'parcelDukani'",
    ])
    expect(narrowings(nested(around(fewer)), nested(around(kind)))).toEqual([])
  }
})
