import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { engineSettings, openEngines } from '@tuma/platform/engines'
import type { CollectionSpec } from '@tuma/platform/ports'
import { EngineAway, OtherStore } from '@tuma/platform/ports'
import { freePort, readSettings } from '@tuma/platform/runtime'
import { MongoClient } from 'mongodb'
import { expect, onTestFinished, test, vi } from 'vitest'
import { type FerretDb, startFerretDb } from '../src/index.ts'
import { openMovableLine } from './movable-line.ts'

/** Events in a data file, documents in MongoDB, and another, empty MongoDB that takes its place. */

const PATIENCE = { timeout: 120_000, interval: 50 }
const keys: CollectionSpec = { name: 'personal-keys', fields: {}, indexes: [], sortBy: null }
const EMPTY =
  'The document store named by MONGODB_URL is not the one of these data: for jar it has no mark: it is empty or belongs to other data. Name the right one, or restore it from its backup. Nothing has been changed.'

const start = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tuma-other-mongodb-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const port = await freePort()
  const first = await startFerretDb(port)
  onTestFinished(() => first.close())
  const open = async (url = first.url) => {
    const others: string[] = []
    const settings = readSettings(engineSettings, { DATA_DIR: folder, MONGODB_URL: url })
    const onOtherStore = ({ message }: OtherStore) => void others.push(message)
    const engines = await openEngines(settings, { services: ['jar'], onOtherStore })
    let closing: Promise<void> | null = null
    const close = () => {
      closing ??= engines.close()
      return closing
    }
    onTestFinished(close)
    const { documents } = engines.of('jar')
    await documents.collection(keys)
    const write = (id: string) =>
      documents.write([{ collection: keys.name, id, document: { key: 'secret' }, version: 1 }])
    return { documents, others, write, close }
  }
  return {
    open,
    port,
    kill: first.process.kill,
    /** Starts an empty one at the same address. */
    async startOther() {
      const other = await startFerretDb(port)
      onTestFinished(() => other.close())
      return {
        ours: () => databasesIn(other),
        async putBack() {
          await other.close()
          await first.process.start()
        },
      }
    },
  }
}

const databasesIn = async ({ url }: FerretDb): Promise<readonly string[]> => {
  const client = await new MongoClient(url).connect()
  const { databases } = await client.db().admin().listDatabases()
  await client.close()
  return databases.map(({ name }) => name).filter((name) => name.startsWith('tuma-'))
}

test('a process makes no call where another MongoDB has replaced its own, and is notified of that', async () => {
  const { open, kill, startOther } = await start()
  const { others, write } = await open()
  await write('one')
  await kill()
  const { ours, putBack } = await startOther()
  const failed = () => write('two').catch((error: unknown) => error)
  await vi.waitFor(async () => expect(await failed()).toEqual(new OtherStore(EMPTY)), PATIENCE)
  expect(new Set(others)).toEqual(new Set([EMPTY]))
  expect(await ours()).toEqual([])
  await putBack()
  expect(await vi.waitFor(() => write('two'), PATIENCE)).toEqual([true])
})

test('a process notices by itself that another MongoDB answers after an outage', async () => {
  const { open, kill, startOther } = await start()
  const { others, write } = await open()
  await write('one')
  await kill()
  await expect(write('two')).rejects.toBeInstanceOf(EngineAway)
  const { ours, putBack } = await startOther()
  await vi.waitFor(() => expect(others).toContain(EMPTY), PATIENCE)
  expect(await ours()).toEqual([])
  await putBack()
})

test('a start is refused beside another MongoDB, and goes on once its own is back', async () => {
  const { open, kill, startOther } = await start()
  const before = await open()
  await before.write('one')
  await before.close()
  await kill()
  const { ours, putBack } = await startOther()
  await expect(open()).rejects.toEqual(new OtherStore(EMPTY))
  expect(await ours()).toEqual([])
  await putBack()
  const { documents } = await open()
  expect(await (await documents.collection(keys)).get('one')).toEqual({ key: 'secret' })
})

test('a process notices another MongoDB also when the address moved and no connection to its own has ended', async () => {
  const { open, port } = await start()
  const line = await openMovableLine(port)
  onTestFinished(line.close)
  const { others, write } = await open(`mongodb://127.0.0.1:${line.port}/?directConnection=true`)
  await write('one')
  const otherPort = await freePort()
  const other = await startFerretDb(otherPort)
  onTestFinished(() => other.close())
  line.moveTo(otherPort)
  // This call gets no answer and occupies the one open connection, so the next call needs another.
  write('two').catch(() => {})
  await expect(write('three')).rejects.toEqual(new OtherStore(EMPTY))
  expect(others).toContain(EMPTY)
})
