import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import * as z from 'zod/mini'
import type { IntegrationEvent } from './index.ts'
import { deliveryEvents, identityEvents, paymentEvents, revenueEvents } from './index.ts'

/**
 * `published/` keeps the last schema of each published event version as JSON Schema. Other services run a release
 * behind or ahead, and topics are kept for ever: a schema may become wider and never narrower. After that, `node
 * contracts/src/events/published-record.ts` writes the record again; it refuses a narrower schema.
 */
export type Described = {
  readonly type?: string
  readonly enum?: readonly string[]
  readonly properties?: { readonly [field: string]: Described }
  readonly required?: readonly string[]
  readonly items?: Described
  readonly anyOf?: readonly Described[]
  readonly [keyword: string]: unknown
}

type Published = Pick<IntegrationEvent<string, z.ZodMiniType>, 'type' | 'version' | 'schema'>

export const published: readonly Published[] = [
  ...Object.values(deliveryEvents),
  ...Object.values(identityEvents),
  ...Object.values(paymentEvents),
  ...Object.values(revenueEvents),
]

const folder = new URL('../../published/', import.meta.url)
const getFile = ({ type, version }: Published) => new URL(`${type}.v${version}.schema.json`, folder)

export const described = (schema: z.ZodMiniType): Described => {
  const { $schema, ...description } = z.toJSONSchema(schema, { io: 'input' })
  return description as Described
}

/** Null for a version that was never recorded. */
export const recorded = (event: Published): Described | null => {
  try {
    return JSON.parse(readFileSync(getFile(event), 'utf8'))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

const wordsGone = (before: Described, now: Described, at: string): string[] =>
  (before.enum ?? []).filter((word) => !now.enum?.includes(word)).map((word) => `${at} lost its word '${word}'`)

const fieldsNarrowed = (before: Described, now: Described, at: string): string[] => {
  const [had, has] = [before.properties ?? {}, now.properties ?? {}]
  const wanted = (of: Described, field: string) => of.required?.includes(field) ?? false
  return [...new Set([...Object.keys(had), ...Object.keys(has)])].flatMap((field) => {
    const name = at ? `${at}.${field}` : field
    const [older, newer] = [had[field], has[field]]
    if (!newer) return [`${name} disappeared`]
    if (!older) return wanted(now, field) ? [`${name} is new and required: what stands on the topic has none`] : []
    if (wanted(now, field) && !wanted(before, field))
      return [`${name} became required: what stands on the topic may lack it`]
    if (wanted(before, field) && !wanted(now, field))
      return [`${name} became optional: consumers of the release before need it`]
    return narrowings(older, newer, name)
  })
}

const getInside = ({ items, anyOf = [] }: Described): readonly Described[] => (items ? [items, ...anyOf] : anyOf)

/** The part that must not change at all. */
const getKind = (described: Described): string => {
  const { enum: words, properties, required, items, anyOf, ...others } = described
  return JSON.stringify([others, words === undefined, properties === undefined, getInside(described).length])
}

/**
 * What an earlier or later release could no longer read, one sentence each; empty when the schema is the same or wider.
 */
export const narrowings = (before: Described, now: Described, at = ''): string[] => {
  if (getKind(before) !== getKind(now)) return [`${at} changed what it is`]
  const inside = getInside(now)
  return [
    ...wordsGone(before, now, at),
    ...fieldsNarrowed(before, now, at),
    ...getInside(before).flatMap((part, index) => narrowings(part, inside[index] as Described, at)),
  ]
}

const renew = (): void => {
  mkdirSync(folder, { recursive: true })
  for (const event of published) {
    const [before, now] = [recorded(event), described(event.schema)]
    const narrower = before ? narrowings(before, now) : []
    if (narrower.length > 0) {
      process.exitCode = 1
      console.error(
        `${event.type} version ${event.version} narrows, so it must be a new version:\n  ${narrower.join('\n  ')}`,
      )
    } else writeFileSync(getFile(event), `${JSON.stringify(now, null, 2)}\n`)
  }
}

if (import.meta.main) renew()
