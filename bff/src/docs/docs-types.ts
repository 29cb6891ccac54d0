import type { JSONSchema } from '@orpc/openapi'
import { escaped } from '../escaped.ts'

/** A JSON schema as a readable type, in HTML. A named schema is a link to its description. */
export const getType = (schema: unknown): string => text(schema as JSONSchema | undefined, '')

const text = (schema: JSONSchema | undefined, indent: string): string => {
  if (typeof schema !== 'object') return 'anything'
  if (schema.$ref) return link(schema.$ref)
  if (schema.type === 'array') return `[${text(schema.items as JSONSchema, indent)}]`
  if (schema.type === 'object') return objectText(schema, indent)
  return toChoices(schema, indent)?.join(' | ') ?? [schema.type ?? 'anything', ...limits(schema)].join(' ')
}

const link = (reference: string): string => {
  const name = escaped(reference.split('/').at(-1) ?? '')
  return `<a href="#${name}">${name}</a>`
}

const toChoices = (schema: JSONSchema & object, indent: string): string[] | undefined =>
  (schema.anyOf ?? schema.oneOf)?.map((choice) => text(choice, indent)) ??
  (schema.enum ?? ('const' in schema ? [schema.const] : undefined))?.map((value) => escaped(JSON.stringify(value)))

const objectText = (schema: JSONSchema & object, indent: string): string => {
  const { properties, propertyNames, additionalProperties, required = [] } = schema
  const inside = `${indent}  `
  if (!properties) return `{ [${text(propertyNames, inside)}]: ${text(additionalProperties, inside)} }`
  const lines = Object.entries(properties).map(
    ([name, value]) => `${inside}${escaped(name)}${required.includes(name) ? '' : '?'}: ${text(value, inside)}`,
  )
  return `{\n${lines.join('\n')}\n${indent}}`
}

const limits = ({ minimum, maximum, minLength, maxLength, pattern }: JSONSchema & object): string[] => [
  ...between(minimum, maximum, ''),
  ...between(minLength, maxLength, ' characters'),
  ...(pattern === undefined ? [] : [`/${escaped(pattern)}/`]),
]

const between = (min: number | undefined, max: number | undefined, unit: string): string[] => {
  if (min === undefined && (max === undefined || max === Number.MAX_SAFE_INTEGER)) return []
  if (max === undefined || max === Number.MAX_SAFE_INTEGER) return [`(${min}${unit} or more)`]
  return [min === undefined ? `(at most ${max}${unit})` : `(${min}–${max}${unit})`]
}
