import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import * as z from 'zod/mini'
import type { Json } from '../ports/event-store.ts'
import type { PersonalKeys } from './personal-keys.ts'

/** What stands in place of a personal text whose person has been erased. */
export const erased = '(erased)'

const groups = z.registry<{ personal: true }>()

/**
 * Fields of an event that belong to one person, whose id stands beside them. They are sealed together with that
 * person's key when the event is stored; destroying the key erases them from history. Texts only.
 * @example sender: personal({ name: z.string(), phone: z.string() })  // data.sender: { personId, name, phone }
 */
export const personal = <
  Shape extends { readonly [field: string]: z.ZodMiniString | z.ZodMiniNullable<z.ZodMiniString> },
>(
  shape: Shape,
) => {
  const group = z.object({ personId: z.string(), ...shape })
  groups.add(group, { personal: true })
  return group
}

type Group = { readonly personId: string; readonly [field: string]: string | null }
type Sealed = { readonly personId: string; readonly sealed: string }

type Replace = (group: z.ZodMiniObject, value: Json) => Promise<Json>

/** Walks data along its schema and replaces every personal group. */
const replaceGroups = async (schema: z.ZodMiniType, value: Json, replace: Replace): Promise<Json> => {
  if (value === null || value === undefined) return value
  if (schema instanceof z.ZodMiniOptional || schema instanceof z.ZodMiniNullable) {
    return replaceGroups(schema._zod.def.innerType as z.ZodMiniType, value, replace)
  }
  if (schema instanceof z.ZodMiniArray) {
    const element = schema._zod.def.element as z.ZodMiniType
    return Promise.all((value as Json[]).map((item) => replaceGroups(element, item, replace)))
  }
  if (!(schema instanceof z.ZodMiniObject)) return value
  if (groups.has(schema)) return replace(schema, value)
  const entries = Object.entries(value as { [key: string]: Json }).map(async ([key, item]) => {
    const field = (schema.shape as Record<string, z.ZodMiniType>)[key]
    return [key, field ? await replaceGroups(field, item, replace) : item] as const
  })
  return Object.fromEntries(await Promise.all(entries))
}

/** A union that hides a personal group would store it in the clear: refused when the events are declared. */
export const assertSealable = (schema: z.ZodMiniType, insideUnion = false): void => {
  if (groups.has(schema) && insideUnion) throw new Error('personal fields may not stand inside a union')
  if (schema instanceof z.ZodMiniOptional || schema instanceof z.ZodMiniNullable) {
    assertSealable(schema._zod.def.innerType as z.ZodMiniType, insideUnion)
  } else if (schema instanceof z.ZodMiniArray) {
    assertSealable(schema._zod.def.element as z.ZodMiniType, insideUnion)
  } else if (schema instanceof z.ZodMiniUnion) {
    for (const option of schema._zod.def.options) assertSealable(option as z.ZodMiniType, true)
  } else if (schema instanceof z.ZodMiniObject) {
    for (const field of Object.values(schema.shape)) assertSealable(field as z.ZodMiniType, insideUnion)
  }
}

/** The event's type and person are bound to the text, so that a sealed group can't be moved to another place. */
const boundTo = (type: string, personId: string): Buffer => Buffer.from(`${type}|${personId}`)

export const sealPersonal = (type: string, schema: z.ZodMiniType, data: Json, keys: PersonalKeys): Promise<Json> =>
  replaceGroups(schema, data, async (_group, value) => {
    const { personId, ...fields } = value as Group
    const iv = randomBytes(12)
    const cipher = createCipheriv('aes-256-gcm', await keys.keyFor(personId), iv)
    cipher.setAAD(boundTo(type, personId))
    const text = Buffer.concat([cipher.update(JSON.stringify(fields), 'utf8'), cipher.final()])
    return { personId, sealed: Buffer.concat([iv, cipher.getAuthTag(), text]).toString('base64') }
  })

export const openPersonal = (type: string, schema: z.ZodMiniType, data: Json, keys: PersonalKeys): Promise<Json> =>
  replaceGroups(schema, data, async (group, value) => {
    const { personId, sealed } = value as Sealed
    const key = await keys.existingKey(personId)
    if (!key) {
      const texts = Object.keys(group.shape).filter((field) => field !== 'personId')
      return { personId, ...Object.fromEntries(texts.map((field) => [field, erased])) }
    }
    const bytes = Buffer.from(sealed, 'base64')
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12))
    decipher.setAAD(boundTo(type, personId))
    decipher.setAuthTag(bytes.subarray(12, 28))
    const text = Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8')
    return { personId, ...(JSON.parse(text) as Record<string, string>) }
  })
