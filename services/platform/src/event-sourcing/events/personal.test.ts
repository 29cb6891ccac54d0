import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { openTemporaryEngines, type TemporaryEngines } from '../../testing/temporary-engines.ts'
import { tracesIn } from '../../testing/traces.ts'
import { erased } from './erased.ts'
import type { EventMetadata } from './event.ts'
import { type EventCodec, eventCodec, stored } from './event-codec.ts'
import { personal } from './personal.ts'
import { openPersonalKeys, type PersonalKeys } from './personal-keys.ts'

type Met = {
  type: 'Met'
  data: {
    place: string
    host: { personId: string; name: string; phone: string | null }
    guests: { personId: string; name: string }[]
  }
}
const met = {
  Met: stored(
    z.object({
      place: z.string(),
      host: personal({ name: z.string(), phone: z.nullable(z.string()) }),
      guests: z.array(personal({ name: z.string() })),
    }),
  ),
}
const event: Met = {
  type: 'Met',
  data: {
    place: 'THIKA',
    host: { personId: 'p1', name: 'Wanjiku Kamau', phone: null },
    guests: [{ personId: 'p2', name: 'Otieno Ouma' }],
  },
}
const metadata: EventMetadata = {
  at: '2026-11-21T06:00:00.000Z',
  commandId: 'c',
  correlationId: 'c',
  causationId: 'c',
  actor: {},
}
const place = { stream: 'meeting-1', revision: 0, position: 1 }

let engines: TemporaryEngines
let keys: PersonalKeys
let codec: EventCodec<Met>
/** Another codec, which does not remember what the first one has written. */
const another = () => eventCodec<Met>(met, keys)
beforeEach(async () => {
  engines = await openTemporaryEngines()
  keys = await openPersonalKeys(engines.of('test'))
  codec = eventCodec<Met>(met, keys)
})
afterEach(() => engines.close())

test('personal data are stored sealed, all other data as they are', async () => {
  const sealed = await codec.encode('e1', event, metadata)
  expect(JSON.stringify(sealed)).not.toMatch(/Wanjiku|Otieno/)
  expect(sealed.data).toMatchObject({ place: 'THIKA', host: { personId: 'p1' }, guests: [{ personId: 'p2' }] })
  expect((await another().decode({ ...sealed, ...place })).data).toEqual(event.data)
})

test('destroying a key erases one person from history and no other', async () => {
  const sealed = await codec.encode('e1', event, metadata)
  await keys.destroy(['p1'])
  expect((await another().decode({ ...sealed, ...place })).data).toEqual({
    place: 'THIKA',
    host: { personId: 'p1', name: erased, phone: erased },
    guests: [{ personId: 'p2', name: 'Otieno Ouma' }],
  })
})

test('an erased person gets no new key, also after a restart', async () => {
  const sealed = await codec.encode('e1', event, metadata)
  await keys.destroy(['p1'])
  keys = await openPersonalKeys(engines.of('test'))
  codec = eventCodec<Met>(met, keys)
  await expect(codec.encode('e2', event, metadata)).rejects.toThrow('erased')
  expect((await another().decode({ ...sealed, ...place })).data.host.name).toBe(erased)
})

test('a new event is known without being opened, until the key of a person in it is destroyed', async () => {
  const sealed = await codec.encode('e1', event, metadata)
  const shut = { ...event.data, host: { personId: 'p1', sealed: '' } }
  expect((await codec.decode({ ...sealed, data: shut, ...place })).data).toEqual(event.data)
  await keys.destroy(['p1'])
  const { host, guests } = (await codec.decode({ ...sealed, ...place })).data
  expect([host.name, guests]).toEqual([erased, event.data.guests])
})

test('a sealed group that is moved to another person does not open', async () => {
  const sealed = await codec.encode('e1', event, metadata)
  await keys.keyFor('p3')
  const data = JSON.parse(JSON.stringify(sealed.data).replace('"p1"', '"p3"'))
  await expect(another().decode({ ...sealed, data, ...place })).rejects.toThrow()
})

test('two writers that meet a new person at once agree on one key', async () => {
  const other = await openPersonalKeys(engines.of('test'))
  const [one, two] = await Promise.all([keys.keyFor('p9'), other.keyFor('p9')])
  expect(one.equals(two)).toBe(true)
})

const name = z.string()
const createCodec = (schema: z.ZodMiniType) => eventCodec({ Hidden: stored(schema) } as never, keys)

test.each<[string, z.ZodMiniType]>([
  ['a union', z.union([personal({ name }), z.null()])],
  [
    'a pipe',
    z.pipe(
      personal({ name }),
      z.transform((group) => group),
    ),
  ],
  ['a fallback', z.catch(personal({ name }), { personId: '', name: '' })],
  ['an intersection', z.intersection(personal({ name }), z.object({ place: z.string() }))],
  ['a lazy schema', z.lazy(() => personal({ name }))],
  ['a map', z.map(z.string(), personal({ name }))],
  ['a set', z.set(personal({ name }))],
  ['the rest of an object', z.catchall(z.object({}), personal({ name }))],
  ['an extended group', z.extend(personal({ name }), { place: z.string() })],
  ['a group that lost its person', z.omit(personal({ name }), { personId: true })],
  ['a group with a check of its own', personal({ name }).check(z.refine(() => true))],
])('personal fields in %s are refused when the events are declared', (_, hiding) => {
  expect(() => createCodec(z.object({ who: hiding }))).toThrow(/^Hidden v1[.]who.*: .+[.]$/)
})

const p1 = { personId: 'p1', name: 'Wanjiku Kamau' }
test.each<[string, z.ZodMiniType, unknown]>([
  ['an optional field', z.optional(personal({ name })), p1],
  ['a nullable field', z.nullable(personal({ name })), p1],
  ['a read-only field', z.readonly(personal({ name })), p1],
  ['a field with a default', z._default(personal({ name }), p1), p1],
  ['a record', z.record(z.string(), personal({ name })), { host: p1 }],
  ['a tuple and its rest', z.tuple([z.string(), personal({ name })], personal({ name })), ['host', p1, p1]],
  ['lists of objects', z.array(z.object({ who: personal({ name }) })), [{ who: p1 }]],
])('personal fields in %s are sealed', async (_, holding, who) => {
  const [codec, another] = [createCodec(z.object({ who: holding })), () => createCodec(z.object({ who: holding }))]
  const sealed = await codec.encode('e1', { type: 'Hidden', data: { who } } as never, metadata)
  expect(JSON.stringify(sealed)).not.toContain('Wanjiku')
  expect((await another().decode({ ...sealed, ...place })).data).toEqual({ who })
})

test('what an event leaves out stays out', async () => {
  const another = () => createCodec(z.object({ who: z.optional(personal({ name })) }))
  const codec = another()
  const sealed = await codec.encode('e1', { type: 'Hidden', data: {} } as never, metadata)
  expect((await another().decode({ ...sealed, ...place })).data).toEqual({})
})

test('data that break the schema are not stored', async () => {
  const data = { ...event.data, place: 7 } as never
  await expect(codec.encode('e1', { type: 'Met', data }, metadata)).rejects.toThrow()
})

test('the same text is sealed differently each time', async () => {
  const [one, other] = await Promise.all([codec.encode('e1', event, metadata), codec.encode('e2', event, metadata)])
  const getBeginning = ({ data }: typeof one) => (data as { host: { sealed: string } }).host.sealed.slice(0, 16)
  expect(getBeginning(one)).not.toBe(getBeginning(other))
})

test('sealed data open only for their own person and event type, even with the same key', async () => {
  const key = Buffer.alloc(32, 7)
  const oneForAll: PersonalKeys = {
    keyFor: async () => key,
    existingKey: async () => key,
    isLost: () => false,
    isDestroyed: async () => false,
    destroy: async () => {},
  }
  const both = () => eventCodec<Met>({ ...met, Left: met.Met } as never, oneForAll)
  const sealed = await both().encode('e1', event, metadata)
  const data = JSON.parse(JSON.stringify(sealed.data).replace('"p1"', '"p3"'))
  await expect(both().decode({ ...sealed, data, ...place })).rejects.toThrow()
  await expect(both().decode({ ...sealed, type: 'Left', ...place })).rejects.toThrow()
  expect((await both().decode({ ...sealed, ...place })).data).toEqual(event.data)
})

test('a key that another replica destroyed is remembered for at most a minute', async () => {
  let now = 0
  const replica = await openPersonalKeys(engines.of('test'), () => now)
  await replica.keyFor('p1')
  await keys.destroy(['p1'])
  now = 60_000
  expect(await replica.existingKey('p1')).toBeNull()
})

test('a destroyed key leaves no byte in the files', async () => {
  const key = await keys.keyFor('p1')
  await keys.keyFor('p2')
  // A restart moves it from the log into the file.
  keys = await openPersonalKeys((await engines.reopen()).of('test'))
  const forms = [key, Buffer.from(key.toString('base64')), Buffer.from(key.toString('hex'))]
  // Even eight bytes of it would be too many.
  const written = forms.flatMap((form) => [...form.keys()].slice(7).map((end) => form.subarray(end - 7, end + 1)))
  const files = async () => {
    const names = await readdir(engines.folder, { recursive: true, withFileTypes: true })
    return Promise.all(names.filter((name) => name.isFile()).map((name) => readFile(join(name.parentPath, name.name))))
  }
  const stands = async () => (await files()).some((file) => written.some((part) => file.includes(part)))
  expect(await stands()).toBe(true)
  await keys.destroy(['p1'])
  expect(await stands()).toBe(false)
})

test('many keys that are destroyed together leave no byte, nor do rows that were blanked or removed before', async () => {
  const people = Array.from({ length: 30 }, (_, n) => `p${n}`)
  const documents = engines.of('test').documents
  await documents.collection({ name: 'guests-v1', fields: { name: 'text' }, indexes: [['name']], sortBy: 'name' })
  const rowsWith = (nameOf: (person: string) => object | null, version: number) =>
    documents.write(people.map((id) => ({ collection: 'guests-v1', id, document: nameOf(id), version })))
  const written = await Promise.all(people.map((person) => keys.keyFor(person)))
  const secrets = ['Zanzibarra Quillfeather', ...written.map((key) => key.toString('base64').slice(0, -2))]
  await rowsWith(() => ({ name: 'Zanzibarra Quillfeather' }), 1)
  expect(await tracesIn(engines.folder, secrets)).toEqual(secrets)
  await rowsWith((person) => (person.length > 2 ? { name: erased } : null), 2)
  await keys.destroy(people)
  expect(await tracesIn(engines.folder, secrets)).toEqual([])
})
