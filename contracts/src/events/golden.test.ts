import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { deliveryEvents, type IntegrationEvent, identityEvents, paymentEvents, revenueEvents } from './index.ts'

const folder = new URL('../../golden/', import.meta.url)
const published: IntegrationEvent<string, z.ZodMiniType>[] = [
  ...Object.values(deliveryEvents),
  ...Object.values(identityEvents),
  ...Object.values(paymentEvents),
  ...Object.values(revenueEvents),
]
const samples = readdirSync(folder).filter((file) => /\.v\d+\.json$/.test(file))
const nameOf = (event: { type: string; version: number }) => `${event.type}.v${event.version}.json`

describe('what was published once can be read for ever', () => {
  test('every event version has a golden sample', () => {
    expect(samples).toEqual(expect.arrayContaining(published.map(nameOf)))
  })
  test.each(samples)('%s', (file) => {
    const event = published.find((candidate) => nameOf(candidate) === file)
    const sample = JSON.parse(readFileSync(new URL(file, folder), 'utf8'))
    // toEqual, not only parse: a field that the schema has forgotten would be dropped silently.
    expect(z.parse(event?.schema as z.ZodMiniType, sample)).toEqual(sample)
  })
})

test('no integration event carries a personal field', () => {
  const personal = /name|phone|email|address|nationalId|token|code|message/i
  for (const { type, schema } of published) {
    const fields = Object.keys((schema as z.ZodMiniObject).shape)
    expect(
      fields.filter((field) => personal.test(field)),
      type,
    ).toEqual([])
  }
})
