import { appendFile, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openPersonalKeys } from '../../../event-sourcing/events/personal-keys.ts'
import { openTemporaryEngines, type TemporaryEngines } from '../../../testing/temporary-engines.ts'
import { erasedIn } from './erased-file.ts'

let engines: TemporaryEngines
beforeEach(async () => {
  engines = await openTemporaryEngines(true)
})
afterEach(() => engines.close())

const file = () => join(engines.folder, 'erased')
const toKeys = (service: string) => openPersonalKeys(engines.of(service))

test('whose keys are destroyed stands beside the data file, for nobody else to read', async () => {
  const keys = await toKeys('parcel')
  for (const personId of ['p1', 'p2', 'p3']) await keys.keyFor(personId)
  await keys.destroy(['p1', 'p2'])
  await (await toKeys('letter')).destroy(['p1'])
  expect(await readFile(file(), 'utf8')).toBe('parcel p1\nparcel p2\nletter p1\n')
  expect((await stat(file())).mode & 0o777).toBe(0o600)
  expect(await erasedIn(engines.folder)).toEqual(
    new Map([
      ['parcel', ['p1', 'p2']],
      ['letter', ['p1']],
    ]),
  )
})

test('nobody stands there twice, however often a key is destroyed, and at once', async () => {
  const keys = await toKeys('parcel')
  await keys.destroy(['p1'])
  await keys.destroy(['p1'])
  await Promise.all(['p2', 'p3', 'p4'].map((personId) => keys.destroy([personId])))
  expect((await readFile(file(), 'utf8')).split('\n').sort()).toEqual([
    '',
    'parcel p1',
    'parcel p2',
    'parcel p3',
    'parcel p4',
  ])
})

test('a line that a crash has cut stays a line of its own', async () => {
  await appendFile(file(), 'parcel p')
  await (await toKeys('parcel')).destroy(['p1'])
  expect(await readFile(file(), 'utf8')).toBe('parcel p\nparcel p1\n')
})

test('nobody was ever erased where there is no such file', async () => {
  expect(await erasedIn(engines.folder)).toEqual(new Map())
})

test('where it can’t be written down the key lives, and whoever wanted it gone tries again', async () => {
  const keys = await toKeys('parcel')
  const key = await keys.keyFor('p1')
  // A link to a place that is not there: nothing can be written, and it is no folder either.
  await writeFile(join(engines.folder, 'no-folder'), '')
  await symlink(join(engines.folder, 'no-folder', 'erased'), file())
  await expect(keys.destroy(['p1'])).rejects.toMatchObject({ name: 'EngineAway' })
  expect(await (await toKeys('parcel')).existingKey('p1')).toEqual(key)
  await rm(file())
  await keys.destroy(['p1'])
  expect(await keys.existingKey('p1')).toBeNull()
})
