import { createCipheriv, createDecipheriv, createSecretKey, type KeyObject, randomBytes } from 'node:crypto'
import * as z from 'zod/mini'
import type { Json } from '../../ports/event-store.ts'
import { erased } from './erased.ts'
import type { PersonalKeys } from './personal-keys.ts'
import { toParts } from './schema-parts.ts'

const groups = z.registry<{ personal: true }>()
/** The fields of groups, each a schema of its own: outside its group, such a field would be stored in the clear. */
const texts = z.registry<{ personal: true }>()

/**
 * Fields of an event that belong to one person, whose id is beside them. They are sealed together with that person's
 * key when the event is stored; destroying the key erases them from history. Texts only. Allowed directly, or inside
 * objects, lists, tuples, records, optional, nullable, read-only and defaulted fields; any other schema around a group
 * is refused when the events are declared.
 * @example sender: personal({ name: z.string(), phone: z.string() })  // data.sender: { personId, name, phone }
 */
export const personal = <
  Shape extends { readonly [field: string]: z.ZodMiniString | z.ZodMiniNullable<z.ZodMiniString> },
>(
  shape: Shape,
) => {
  const own = Object.fromEntries(Object.entries(shape).map(([field, schema]) => [field, schema.clone()])) as Shape
  for (const text of Object.values(own)) texts.add(text, { personal: true })
  const group = z.object({ personId: z.string(), ...own })
  groups.add(group, { personal: true })
  return group
}

type Group = { readonly personId: string; readonly [field: string]: string | null }
type Sealed = { readonly personId: string; readonly sealed: string }

type Replace = (group: z.ZodMiniObject, value: Json) => Promise<Json>

/** Walks data along its schema and replaces every personal group. */
const replaceGroups = async (schema: z.ZodMiniType, value: Json, replace: Replace): Promise<Json> => {
  if (value === null || value === undefined) return value
  if (groups.has(schema)) return replace(schema as z.ZodMiniObject, value)
  return toParts(schema)?.rebuild(value, (part, inside) => replaceGroups(part, inside, replace)) ?? value
}

/** The options of a union are checked too, because a union without personal fields is allowed. */
const hiddenParts = (schema: z.ZodMiniType): readonly z.ZodMiniType[] | null =>
  schema._zod.def.type === 'union' ? (schema._zod.def as unknown as { options: z.ZodMiniType[] }).options : null

/**
 * Refuses a schema with personal fields in a place where the codec does not find them: they would be stored in the
 * clear. `place` names that place: `Met.host`.
 */
export const assertSealable = (schema: z.ZodMiniType, place: string, hiddenIn?: string): void => {
  if (groups.has(schema)) {
    if (hiddenIn) throw new Error(`${place}: personal fields inside a ${hiddenIn} would be stored in the clear.`)
    return
  }
  if (texts.has(schema))
    throw new Error(`${place}: a personal field outside the group it was declared with would be stored in the clear.`)
  const known = toParts(schema)
  const inside = known?.parts ?? hiddenParts(schema)?.map((option) => ['', option] as const)
  const { type } = schema._zod.def
  if (!inside) throw new Error(`${place}: personal fields can't be looked for in a ${type}, so events hold none.`)
  for (const [name, part] of inside) assertSealable(part, name ? `${place}.${name}` : place, known ? hiddenIn : type)
}

/** The event's type and person are bound to the text, so that a sealed group cannot be moved to another place. */
const boundTo = (type: string, personId: string): Buffer => Buffer.from(`${type}|${personId}`)

const algorithm = 'aes-256-gcm'
const prepared = new WeakMap<Buffer, KeyObject>()
/**
 * Made once for as long as the key is remembered, because it costs twice as much as sealing. A key as bytes is even
 * slower: Node 24 finds out by an exception that bytes are no key object.
 */
const prepareKey = (key: Buffer): KeyObject => {
  const known = prepared.get(key) ?? createSecretKey(key)
  prepared.set(key, known)
  return known
}

/** @param place where it is stored: it can only be opened for the same place */
export const sealBytes = async (
  keys: Pick<PersonalKeys, 'keyFor'>,
  personId: string,
  place: string,
  bytes: Uint8Array,
): Promise<Buffer> => sealedWith(await keys.keyFor(personId), personId, place, bytes)

const sealedWith = (key: Buffer, personId: string, place: string, bytes: Uint8Array): Buffer => {
  const iv = randomBytes(12)
  const cipher = createCipheriv(algorithm, prepareKey(key), iv)
  cipher.setAAD(boundTo(place, personId))
  const text = Buffer.concat([cipher.update(bytes), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), text])
}

/** @returns null when the person is erased. Changed data, or data from another place, are a fault. */
export const openSealedBytes = async (
  keys: Pick<PersonalKeys, 'existingKey'>,
  personId: string,
  place: string,
  sealed: Uint8Array,
): Promise<Buffer | null> => {
  const key = await keys.existingKey(personId)
  if (!key) return null
  const decipher = createDecipheriv(algorithm, prepareKey(key), sealed.subarray(0, 12))
  decipher.setAAD(boundTo(place, personId))
  decipher.setAuthTag(sealed.subarray(12, 28))
  return Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()])
}

/** @returns the sealed data, with the people in them and their keys */
export const sealPersonal = async (
  type: string,
  schema: z.ZodMiniType,
  data: Json,
  keys: PersonalKeys,
): Promise<{ readonly sealed: Json; readonly people: readonly string[]; readonly used: readonly Buffer[] }> => {
  const people: string[] = []
  const used: Buffer[] = []
  const sealed = await replaceGroups(schema, data, async (_group, value) => {
    const { personId, ...fields } = value as Group
    people.push(personId)
    const key = await keys.keyFor(personId)
    used.push(key)
    const text = sealedWith(key, personId, type, Buffer.from(JSON.stringify(fields), 'utf8'))
    return { personId, sealed: text.toString('base64') }
  })
  return { sealed, people, used }
}

export const openPersonal = (type: string, schema: z.ZodMiniType, data: Json, keys: PersonalKeys): Promise<Json> =>
  replaceGroups(schema, data, async (group, value) => {
    const { personId } = value as Sealed
    const opened = await openGroup(type, value as Sealed, keys)
    if (opened) return opened
    const texts = Object.keys(group.shape).filter((field) => field !== 'personId')
    return { personId, ...Object.fromEntries(texts.map((field) => [field, erased])) }
  })

/** @returns null when the person is erased */
const openGroup = async (type: string, { personId, sealed }: Sealed, keys: OpeningKeys): Promise<Group | null> => {
  const text = await openSealedBytes(keys, personId, type, Buffer.from(sealed, 'base64'))
  return text && { personId, ...(JSON.parse(text.toString('utf8')) as Record<string, string>) }
}

type OpeningKeys = Pick<PersonalKeys, 'existingKey'>

/**
 * Opens the personal groups of an event's data without its schema, so that an operator can read events of any release.
 * A group of an erased person, or one that was changed, stays sealed.
 */
export const openGroups = async (type: string, value: Json, keys: OpeningKeys): Promise<Json> => {
  if (Array.isArray(value)) return Promise.all(value.map((one) => openGroups(type, one, keys)))
  if (typeof value !== 'object' || value === null) return value
  if (isSealed(value)) return (await openGroup(type, value, keys).catch(() => null)) ?? value
  const opened = Object.entries(value).map(async ([field, inner]) => [
    field,
    await openGroups(type, inner as Json, keys),
  ])
  return Object.fromEntries(await Promise.all(opened))
}

const isSealed = (value: object): value is Sealed =>
  'sealed' in value && typeof value.sealed === 'string' && 'personId' in value && typeof value.personId === 'string'
