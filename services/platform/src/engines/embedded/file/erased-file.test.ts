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

test('people with destroyed keys are listed beside the data file, in a private file', async () => {
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

test('each person is listed once, however often and however concurrently a key is destroyed', async () => {
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

test('a line that a crash has cut remains a line of its own', async () => {
  await appendFile(file(), 'parcel p')
  await (await toKeys('parcel')).destroy(['p1'])
  expect(await readFile(file(), 'utf8')).toBe('parcel p\nparcel p1\n')
})

test('without the file no person was erased', async () => {
  expect(await erasedIn(engines.folder)).toEqual(new Map())
})

test('when the list cannot be written the key stays, and destroying it fails so that it is tried again', async () => {
  const keys = await toKeys('parcel')
  const key = await keys.keyFor('p1')
  // A link to a place that does not exist: it cannot be written, and it is no folder either.
  await writeFile(join(engines.folder, 'no-folder'), '')
  await symlink(join(engines.folder, 'no-folder', 'erased'), file())
  await expect(keys.destroy(['p1'])).rejects.toMatchObject({ name: 'EngineAway' })
  expect(await (await toKeys('parcel')).existingKey('p1')).toEqual(key)
  await rm(file())
  await keys.destroy(['p1'])
  expect(await keys.existingKey('p1')).toBeNull()
})
