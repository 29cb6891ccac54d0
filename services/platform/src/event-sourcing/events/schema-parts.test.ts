import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { eventCodec, stored } from './event-codec.ts'
import { personal } from './personal.ts'
import type { PersonalKeys } from './personal-keys.ts'

const key = Buffer.alloc(32, 7)
const oneForAll: PersonalKeys = {
  keyFor: async () => key,
  existingKey: async () => key,
  isLost: () => false,
  isDestroyed: async () => false,
  destroy: async () => {},
}
const createCodec = (schema: z.ZodMiniType) => eventCodec({ Held: stored(schema) } as never, oneForAll)
const place = { stream: 'held-1', revision: 0, position: 1 }

/** The data as stored, and as read again. */
const storedAndRead = async (schema: z.ZodMiniType, data: unknown) => {
  const codec = createCodec(schema)
  const sealed = await codec.encode('e1', { type: 'Held', data } as never, {} as never)
  return { stored: sealed.data, read: (await codec.decode({ ...sealed, ...place })).data }
}
const name = z.string()
const p1 = { personId: 'p1', name: 'Wanjiku Kamau' }

test.each<[string, z.ZodMiniType, unknown]>([
  ['a number', z.number(), 7],
  ['yes or no', z.boolean(), false],
  ['nothing', z.null(), null],
  ['one word', z.literal('express'), 'express'],
  ['one of some words', z.enum(['express', 'same-day']), 'same-day'],
  ['a text of a form', z.templateLiteral(['TM-', z.number()]), 'TM-7'],
  ['one of several things', z.union([z.string(), z.null(), z.object({ grams: z.number() })]), { grams: 5 }],
  ['a list of numbers', z.array(z.number()), [1, 2]],
  ['numbers by name', z.record(z.string(), z.number()), { small: 1 }],
  ['an object that holds nothing else', z.strictObject({ grams: z.number() }), { grams: 5 }],
  ['an object that holds whatever else', z.looseObject({ grams: z.number() }), { grams: 5, toString: 'kept' }],
])('%s cannot hide personal data and is stored unchanged', async (_what, schema, what) => {
  const { stored, read } = await storedAndRead(z.object({ what: schema }), { what })
  expect(stored).toEqual({ what })
  expect(read).toEqual({ what })
})

test.each<[string, z.ZodMiniType, unknown]>([
  ['a field that must be there after all', z.nonoptional(z.optional(personal({ name }))), p1],
  ['a field that begins with something', z.prefault(personal({ name }), p1), p1],
  ['a list in a list', z.array(z.array(personal({ name }))), [[p1], []]],
  ['a tuple without a rest', z.tuple([z.number(), personal({ name })]), [1, p1]],
  ['an object that holds whatever else', z.looseObject({ host: personal({ name }) }), { host: p1, grams: 5 }],
])('a person in %s is sealed', async (_where, schema, who) => {
  const { stored, read } = await storedAndRead(z.object({ who: schema }), { who })
  expect(JSON.stringify(stored)).not.toContain('Wanjiku')
  expect(JSON.stringify(stored)).toContain('sealed')
  expect(read).toEqual({ who })
})

test('a person in the rest of a tuple is sealed, and the values before it are not', async () => {
  const { stored } = await storedAndRead(z.object({ who: z.tuple([z.string()], personal({ name })) }), {
    who: ['host', p1, p1],
  })
  expect(stored).toMatchObject({ who: ['host', { personId: 'p1' }, { personId: 'p1' }] })
  expect(JSON.stringify(stored)).not.toContain('Wanjiku')
})

test('an empty group is stored as null', async () => {
  const { stored, read } = await storedAndRead(z.object({ who: z.nullable(personal({ name })) }), { who: null })
  expect([stored, read]).toEqual([{ who: null }, { who: null }])
})

test.each<[string, z.ZodMiniType]>([
  ['anything', z.any()],
  ['a date', z.date()],
  ['an object whose rest is of one kind', z.catchall(z.object({}), z.number())],
])('%s cannot be searched for personal data, so it is refused', (_what, schema) => {
  expect(() => createCodec(z.object({ what: schema }))).toThrow(
    /^Held v1[.]what: personal fields can't be looked for in a /,
  )
})

test.each<[string, z.ZodMiniType, string]>([
  ['in a list', z.array(z.union([personal({ name }), z.null()])), 'Held v1.who.[]: personal fields inside a union'],
  ['by name', z.record(z.string(), z.any()), "Held v1.who.[]: personal fields can't"],
  ['in a wrapper', z.optional(z.any()), "Held v1.who: personal fields can't"],
  [
    'in an object in a union',
    z.union([z.object({ host: personal({ name }) })]),
    'Held v1.who.host: personal fields inside a union',
  ],
  ['out of the group', personal({ name }).shape.name, 'Held v1.who: a personal field outside the group'],
])('the error names the place of the field: %s', (_where, schema, told) => {
  expect(() => createCodec(z.object({ who: schema }))).toThrow(told)
})

test('the error names the version', () => {
  const versions = stored(z.object({ who: z.string() })).next(z.object({ who: z.any() }), (older) => older)
  expect(() => eventCodec({ Held: versions } as never, oneForAll)).toThrow('Held v2.who')
})
