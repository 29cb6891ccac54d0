import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { storedBy } from '../src/stored-by.ts'
import { copyOf, keptFolders } from './kept-folders.ts'
import { storedNamesIn } from './stored-names.ts'

/** `payment: PaymentClaimed` */
const typesIn = (folder: (typeof keptFolders)[number]): string[] => {
  const copy = copyOf(folder)
  const { events } = storedNamesIn(join(copy, 'tuma.db'))
  rmSync(copy, { recursive: true })
  return Object.entries(events).flatMap(([service, found]) =>
    found.map((event) => `${service}: ${event.replace(/ v\d+$/, '')}`),
  )
}

test('every type of event that a service stores is in the folder', () => {
  const found = new Set(keptFolders.flatMap(typesIn))
  const stored = Object.entries(storedBy).flatMap(([service, types]) =>
    Object.keys(types).map((type) => `${service}: ${type}`),
  )
  expect(stored.filter((type) => !found.has(type))).toEqual([])
})
