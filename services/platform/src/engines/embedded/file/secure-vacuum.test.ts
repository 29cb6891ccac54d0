import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { tracesIn } from '../../../testing/traces.ts'
import { startWriter } from '../writer/writer.ts'
import { type Connection, openForWriting } from './connection.ts'
import { prepareDataFile } from './data-file.ts'
import { markVacuumDue, vacuumIfDue } from './secure-vacuum.ts'

const secret = 'Zanzibarra Quillfeather'

let folder: string
let path: string
let connection: Connection
/** Rows that moved between pages while they grew; every seventh is overwritten at the end. */
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tuma-test-'))
  path = join(folder, 'tuma.db')
  await prepareDataFile(path)
  connection = openForWriting(path)
  connection.exec('create table rows (id text primary key, name text); create index names on rows (name); begin')
  const put = connection.prepare('insert or replace into rows values (?, ?)')
  const getId = (n: number) => `${((n * 7919) % 2003) + 10_000}`
  for (let n = 0; n < 2003; n += 1)
    put.run(getId(n), n % 7 === 0 ? `${secret} ${'x'.repeat(n % 900)}` : 'x'.repeat(n % 700))
  for (let n = 0; n < 2003; n += 7) put.run(getId(n), `${secret} ${'y'.repeat((n * 31) % 900)}`)
  for (let n = 0; n < 2003; n += 7) put.run(getId(n), '(erased)')
  connection.exec('commit; pragma wal_checkpoint(truncate)')
})
afterEach(async () => {
  connection.close()
  await rm(folder, { recursive: true })
})

test('pieces of overwritten rows remain in the file until they are cleared', async () => {
  expect(await tracesIn(folder, [secret])).toEqual([secret])
  markVacuumDue(path)
  expect(vacuumIfDue(connection, path)).toBe(true)
  expect(await tracesIn(folder, [secret])).toEqual([])
  expect(existsSync(`${path}.remnants`)).toBe(false)
  expect(connection.prepare('select count(*) rows from rows').get()).toEqual({ rows: 2003 })
})

test('what a statement puts aside is in no file, before the file was rewritten and after', () => {
  const inMemory = { temp_store: 2 }
  expect(connection.prepare('pragma temp_store').get()).toEqual(inMemory)
  markVacuumDue(path)
  vacuumIfDue(connection, path)
  expect(connection.prepare('pragma temp_store').get()).toEqual(inMemory)
})

test('a file without erased data is not changed', async () => {
  expect(vacuumIfDue(connection, path)).toBe(true)
  expect(await tracesIn(folder, [secret])).toEqual([secret])
})

test('a start clears what a stop or a crash has left', async () => {
  markVacuumDue(path)
  markVacuumDue(path)
  connection.close()
  await prepareDataFile(path)
  expect(await tracesIn(folder, [secret])).toEqual([])
  connection = openForWriting(path)
})

test('it stays due during a long read', () => {
  markVacuumDue(path)
  const reader = openForWriting(path)
  reader.exec('begin')
  reader.prepare('select count(*) from rows').get()
  expect(vacuumIfDue(connection, path)).toBe(false)
  expect(existsSync(`${path}.remnants`)).toBe(true)
  reader.exec('commit')
  expect(vacuumIfDue(connection, path)).toBe(true)
  reader.close()
})

test('a running writer clears the file after each kind of erasing write, and continues', async () => {
  const writer = startWriter(path, { clearEveryMs: 20 })
  await writer.write('forgetDocument', { table: 'rows_of_nobody', id: '' }).catch(() => undefined)
  await vi.waitFor(async () => expect(await tracesIn(folder, [secret])).toEqual([]), 60_000)
  await vi.waitFor(() => expect(existsSync(`${path}.remnants`)).toBe(false), 60_000)
  expect(writer.untroubled()).toBe(true)
  await writer.close()
})
