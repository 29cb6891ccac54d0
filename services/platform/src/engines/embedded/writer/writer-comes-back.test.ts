import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { EngineAway } from '../../../ports/message-bus.ts'
import { withPublishedTopics } from '../../../testing/temporary-engines.ts'
import { makeEventsTable } from '../events/events-table.ts'
import { openForWriting, sqliteErrors } from '../file/connection.ts'
import { prepareDataFile } from '../file/data-file.ts'
import { openEmbedded } from '../open-embedded.ts'
import { startWriter } from './writer.ts'
import { threadRunning } from './writing-thread.ts'

const failing = threadRunning(new URL('./writer-on-failing-disk.ts', import.meta.url))
const readOnly = 8

const aDisk = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tuma-back-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const path = join(folder, 'tuma.db')
  return {
    ...{ folder, path },
    breaks: (code: number) => writeFileSync(`${path}.failing`, String(code)),
    isMended: () => rmSync(`${path}.failing`),
  }
}

const opened = async () => {
  const disk = await aDisk()
  await prepareDataFile(disk.path)
  const making = openForWriting(disk.path)
  makeEventsTable(making, { service: 'delivery' })
  making.close()
  const told: (string | null)[] = []
  let pauses = 0
  const writer = startWriter(disk.path, {
    begin: failing,
    onTrouble: (trouble) => told.push(trouble?.code ?? null),
    async pause() {
      pauses++
      await nextTurn()
    },
  })
  onTestFinished(() => writer.close())
  let positions = 0
  const append = (id: string) =>
    writer.write('appendEvents', {
      service: 'delivery',
      stream: `parcel-${id}`,
      events: [
        { position: ++positions, id, type: 'ParcelWeighed', version: 1, data: '{}', metadata: '{}', checksum: null },
      ],
      shapes: [],
      expected: 'no-stream',
    })
  return { ...disk, writer, append, told, pauses: () => pauses }
}

test.each([
  ['is full', sqliteErrors.full, 'DiskFull'],
  ['is read-only', readOnly, 'FolderNotWritable'],
])('a writer whose disk %s recovers with the disk, and reports it once', async (_how, code, reason) => {
  const { writer, append, told, pauses, breaks, isMended } = await opened()
  await append('before')
  breaks(code)
  await expect(append('refused')).rejects.toThrow(EngineAway)
  expect([writer.healthy(), writer.untroubled()]).toEqual([false, false])
  await expect.poll(pauses).toBeGreaterThan(2)
  expect(writer.trouble()).toMatchObject({ code: reason })
  await expect(append('refused')).rejects.toThrow(EngineAway)

  isMended()
  expect(await writer.back()).toBe(true)
  expect([writer.healthy(), writer.trouble()]).toEqual([true, null])
  await append('after')
  await expect(append('before')).resolves.toMatchObject({ position: 1 })
  await expect(append('refused')).resolves.toMatchObject({ revision: 0 })
  expect(told).toEqual([reason, null])
})

test('a file that turned out to be damaged is never written again', async () => {
  const { writer, append, told, pauses, breaks, isMended } = await opened()
  breaks(sqliteErrors.corrupt)
  await expect(append('refused')).rejects.toThrow(EngineAway)
  expect(await writer.back()).toBe(false)
  isMended()
  await expect(append('refused')).rejects.toThrow(EngineAway)
  expect([writer.healthy(), told, pauses()]).toEqual([false, ['FileDamaged'], 0])
})

test('a writer that waits for a disk can be closed', async () => {
  const { writer, append, pauses, breaks } = await opened()
  breaks(sqliteErrors.full)
  await expect(append('refused')).rejects.toThrow(EngineAway)
  await expect.poll(pauses).toBeGreaterThan(0)
  await writer.close()
  expect([writer.healthy(), await writer.back()]).toEqual([false, false])
})

test('a writer that is closed while its successor starts ends with it', async () => {
  const disk = await aDisk()
  await prepareDataFile(disk.path)
  const closed = Promise.withResolvers<void>()
  const writer = startWriter(disk.path, {
    begin: failing,
    async pause() {
      disk.isMended()
      // By then the next thread has been started, and has not reported yet that it can write.
      setImmediate(() => closed.resolve(writer.close()))
    },
  })
  disk.breaks(sqliteErrors.full)
  await expect(writer.write('replay', { group: 'payment', topic: 'parcels', key: 'a' })).rejects.toThrow(EngineAway)
  await closed.promise
  expect([writer.healthy(), await writer.back()]).toEqual([false, false])
})

test('a listener continues from its position, parks nothing, and followers get new events', async () => {
  const { folder, path, breaks, isMended } = await aDisk()
  const engines = withPublishedTopics(await openEmbedded({ folder, beginThread: failing }))
  let close = engines.close
  onTestFinished(() => close())
  const { bus, events } = engines.of('delivery')
  const message = (id: string) => ({ id, key: 'k', type: 't', version: 1, data: {}, headers: {} })
  const handled: string[] = []
  const heard: string[] = []
  const seen: string[] = []
  let disturb: (() => void) | null = () => breaks(sqliteErrors.full)
  bus.consume({
    topic: 'parcels',
    group: 'payment',
    async onMessage({ id }) {
      handled.push(id)
      disturb?.()
      disturb = null
    },
  })
  const listener = bus.listen({
    topic: 'parcels',
    onMessage: async ({ id }) => void heard.push(id),
    onFault: () => {},
  })
  await expect.poll(listener.listening).toBe(true)
  events.subscribe(null, async (batch) => void seen.push(...batch.map(({ id }) => id)))

  await bus.publish('parcels', [message('m1')])
  await expect.poll(() => engines.trouble?.()).toMatchObject({ code: 'DiskFull' })
  expect(handled).toEqual(['m1'])
  isMended()
  await expect.poll(() => engines.healthy()).toBe(true)
  await events.append(
    'parcel-1',
    [{ id: 'e1', type: 'ParcelWeighed', version: 1, data: {}, metadata: {} }],
    'no-stream',
  )
  await bus.publish('parcels', [message('m2')])
  await expect.poll(() => handled).toEqual(['m1', 'm2'])
  await expect.poll(() => heard).toEqual(['m1', 'm2'])
  await expect.poll(() => seen).toEqual(['e1'])
  expect(await bus.parked()).toEqual([])
  close = async () => undefined
  await engines.close()
  expect(existsSync(`${path}.sound`)).toBe(false)
})
