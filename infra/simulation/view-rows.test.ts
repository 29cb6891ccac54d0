import { keptBy } from '@tuma/one-process/read-models'
import type { ProcessEngines } from '@tuma/platform/ports'
import { expect, test } from 'vitest'
import { differences, rowsOfViews } from './view-rows.ts'

/** Engines whose every read model has these rows. */
const enginesWith = (documents: readonly object[]) =>
  ({
    of: () => ({ documents: { collection: async () => ({ find: async () => ({ documents, next: null }) }) } }),
  }) as unknown as ProcessEngines
const rowsWith = (...documents: object[]) => rowsOfViews(enginesWith(documents), ['identity'])

test('rows with their fields in another order are the same rows', async () => {
  const [before, after] = [await rowsWith({ a: 1, b: { c: 2, d: 3 } }), await rowsWith({ b: { d: 3, c: 2 }, a: 1 })]
  expect(differences(before, after)).toEqual([])
})

test('a row with another value is reported for each read model that has it', async () => {
  const told = differences(await rowsWith({ a: 1 }), await rowsWith({ a: 2 }))
  expect(told).toHaveLength(keptBy.identity?.readModels.length ?? 0)
  expect(told[0]).toContain('is not what a rebuild makes: 1 rows became 1: {"a":1} became {"a":2}')
})
