import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { openForWriting } from '../file/connection.ts'
import { prepareDataFile } from '../file/data-file.ts'
import { exchangeCollections } from './document-writes.ts'

it('exchanges two collections once, also when the request is sent again because its answer was lost', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tuma-exchange-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const path = join(folder, 'tuma.db')
  await prepareDataFile(path)
  const connection = openForWriting(path)
  onTestFinished(() => connection.close())
  const insert = connection.prepare('insert into collections (service, name, spec, stored) values (?, ?, ?, ?)')
  for (const name of ['jars-v1', 'jars-v1-beside']) insert.run('jar', name, '{}', name)
  const stored = [
    ['jars-v1', 'jars-v1-beside'],
    ['jars-v1-beside', 'jars-v1'],
  ] as const
  for (let sent = 0; sent < 2; sent += 1)
    exchangeCollections(connection, { service: 'jar', stored, checkpoints: [{ name: 'view-jars-v1', position: 7 }] })
  const names = connection.prepare('select name, stored from collections order by name').all()
  expect(names.map((row) => [row.name, row.stored])).toEqual(stored)
  expect(connection.prepare('select position from checkpoints').all()).toEqual([{ position: 7 }])
})
