import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './planted-tree.ts'

/** An admin reads recorded events in words, so every new event needs words. */

const textOf = (path: string): string => readFileSync(join(root, path), 'utf8')

/** The names in `case 'PaymentUsed':` in the file that describes the history. */
const toTold = (path: string): string[] => [...textOf(path).matchAll(/case '(\w+)':/g)].map(([, name = '']) => name)

test.each([
  ['a payment', 'services/payment/src/history.ts', 'payment.event.'],
  ['a parcel', 'services/delivery/src/domain/delivery.ts', 'history.event.'],
])('every event of %s has its words, in both languages', (_of, recorded, prefix) => {
  const names = toTold(recorded)
  expect(names.length).toBeGreaterThan(8)
  for (const language of ['en', 'sw']) {
    const keys = Object.keys(JSON.parse(textOf(`frontends/admin/src/texts/admin.${language}.json`)))
    const isSaid = (name: string) => keys.some((key) => `${key}.`.startsWith(`${prefix}${name}.`))
    expect(names.filter((name) => !isSaid(name))).toEqual([])
  }
})
