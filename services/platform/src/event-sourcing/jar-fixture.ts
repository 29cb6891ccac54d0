import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect } from 'vitest'
import * as z from 'zod/mini'
import type { Engines } from '../ports/engines.ts'
import { damage } from '../testing/damage.ts'
import { openTemporaryEngines } from '../testing/temporary-engines.ts'
import { withChecksums } from './events/checksum.ts'
import type { Decider } from './events/decider.ts'
import type { EventMetadata, Recorded } from './events/event.ts'
import { stored } from './events/event-codec.ts'
import { openStreams, type Streams } from './streams.ts'
import type { AnyView, View } from './views/view.ts'

/** A service of jars for each test of its file, with any views: a test calls `open` as often as needed. */
export type Added = { type: 'Added'; data: { amount: number } }
export type Sum = { sum: number; events: number }

const jar: Decider<number, number, Added> = {
  initialState: 0,
  evolve: (sum, { data }) => sum + data.amount,
  decide: (amount) => [{ type: 'Added', data: { amount } }],
}
export const sumView = (name: View<Added, Sum>['collection']['name'], seen?: (event: Recorded<Added>) => void) =>
  ({
    whenDamaged: 'leavesOut',
    collection: {
      name,
      shape: { sum: 'number', events: 'number' },
      fields: { sum: 'number' },
      indexes: [],
      sortBy: 'sum',
    },
    getIds: ({ stream }) => [stream],
    project: (document, event) => {
      seen?.(event)
      return { sum: (document?.sum ?? 0) + event.data.amount, events: (document?.events ?? 0) + 1 }
    },
  }) satisfies View<Added, Sum>

/** Fails at a thirteen, until the projection is corrected. */
export const failAtThirteen = (name: View<Added, Sum>['collection']['name'] = 'lucky-v1') =>
  sumView(name, ({ data: { amount } }) => {
    if (amount === 13) throw new RangeError('Wanjiku, 0712 345 678, sent thirteen')
  })
export const jars = sumView('jars-v1')

const toMetadata = (commandId: string): EventMetadata => ({
  at: '2026-11-22T06:00:00.000Z',
  commandId,
  correlationId: commandId,
  causationId: commandId,
  actor: {},
})
/** Longer than any test, so in effect for ever. */
const patient = { patienceMs: 2 ** 30 }

type TemporaryEngines = Awaited<ReturnType<typeof openTemporaryEngines>>
let temporary: TemporaryEngines
export const usualEngines = () => temporary.of('jar')
export const jarsFolder = () => temporary.folder
/** Damages a row like a bad disk, while everything is open. */
export const damageJar = (stream: string, revision: number, change: string) =>
  damage(temporary.folder, stream, revision, change)
/** Changes the file by SQL, without the key of the checksums of rows. */
export const changeFile = (sql: string): void => {
  const file = new DatabaseSync(join(temporary.folder, 'tuma.db'), { timeout: 60_000 })
  file.exec(sql)
  file.close()
}
/** The table of a view; two while one is filled beside the other. */
export const tablesOf = (view: string): string[] => {
  const file = new DatabaseSync(join(temporary.folder, 'tuma.db'), { readOnly: true, timeout: 60_000 })
  const found = file.prepare(`select name from sqlite_schema where type = 'table' and name in (?, ?)`)
  const names = found.all(`jar/${view}`, `jar/${view}-beside`).map(({ name }) => String(name))
  file.close()
  return names
}
export const restart = () => temporary.reopen()
let commands = 0
const opened = new Set<Streams<Added>>()
export const faults: unknown[] = []

/** Each test file must call it: the hooks of a module are gone after the first of several files that share a worker. */
export const setUpJars = () => {
  beforeEach(async () => {
    faults.length = 0
    temporary = await openTemporaryEngines()
  })
  afterEach(async () => {
    for (const streams of opened) await close(streams)
    await temporary.close()
  })
}

type Options = Partial<Parameters<typeof openStreams<Added>>[0]>
export const open = async (views: readonly AnyView<Added>[], options: Options = {}) => {
  const streams = await openStreams<Added>({
    service: 'jar',
    engines: usualEngines(),
    types: { Added: stored(z.object({ amount: z.number() })) },
    views,
    onFault: (error) => faults.push(error),
    ...patient,
    ...options,
  })
  opened.add(streams)
  return streams
}
export const close = async (streams: Streams<Added>) => {
  opened.delete(streams)
  await streams.close()
}
export const add = (streams: Streams<Added>, amount: number, stream = 'jar-1') =>
  streams.getHandler(jar)(stream, amount, toMetadata(`c${++commands}`))

/** Reads the stored row directly, past every guard of the service. */
export const readStoredRow = async (view: AnyView<Added>, id = 'jar-1') => {
  const documents = await usualEngines().documents.collection<Sum>(view.collection as never)
  return documents.getVersioned(id)
}
export const appendEarlier = (amounts: readonly number[], after: number | 'no-stream' = 'no-stream') =>
  usualEngines().events.append(
    'jar-1',
    withChecksums(
      'jar-1',
      amounts.map((amount) => {
        const id = `e${++commands}`
        return { id, type: 'Added', version: 1, data: { amount }, metadata: toMetadata(id) }
      }),
      after === 'no-stream' ? 0 : after + 1,
    ),
    after,
  )

/** Engines with watched or changed calls of their documents. */
const withDocuments = (change: (documents: Engines['documents']) => Partial<Engines['documents']>): Engines => {
  const usual = usualEngines()
  return { ...usual, documents: { ...usual.documents, ...change(usual.documents) } }
}

/** Blocks all writes of a view until `goOn`. */
export const blockWrites = (name: View<Added, Sum>['collection']['name']) => {
  const gate = Promise.withResolvers<void>()
  const engines = withDocuments(({ collection }) => ({
    async collection(spec) {
      const stands = await collection<never>(spec)
      if (spec.name !== name) return stands
      return { ...stands, getVersioned: (id) => gate.promise.then(() => stands.getVersioned(id)) }
    },
  }))
  return { engines, goOn: gate.resolve }
}

/** The views whose documents were written as one unit with their checkpoints. */
export const watchingWrites = () => {
  const units: string[][] = []
  const engines = withDocuments(({ write }) => ({
    write(writes, checkpoints = []) {
      const views = writes.map(({ collection }) => collection).filter((name) => name.includes('-v'))
      if (views.length > 0) {
        expect(checkpoints.map(({ name }) => name)).toEqual(views.map((view) => `view-${view}`))
        units.push(views)
      }
      return write(writes, checkpoints)
    },
  }))
  return { engines, units }
}
