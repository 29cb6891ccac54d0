import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { RevisionConflict } from '../../../ports/event-store.ts'
import { EngineAway } from '../../../ports/message-bus.ts'
import { makeEventsTable } from '../events/events-table.ts'
import { openForReading, openForWriting } from '../file/connection.ts'
import { prepareDataFile } from '../file/data-file.ts'
import { startWriter } from './writer.ts'

const opened = async (damage: (path: string) => Promise<void> = async () => {}) => {
  const folder = await mkdtemp(join(tmpdir(), 'tuma-writer-'))
  const path = join(folder, 'tuma.db')
  await prepareDataFile(path)
  await damage(path)
  const making = openForWriting(path)
  makeEventsTable(making, { service: 'delivery' })
  making.close()
  const writer = startWriter(path)
  const reader = openForReading(path)
  onTestFinished(async () => {
    await writer.close()
    reader.close()
    await rm(folder, { recursive: true, force: true })
  })
  let positions = 0
  const append = (stream: string, ...ids: string[]) =>
    writer.write('appendEvents', {
      service: 'delivery',
      stream,
      events: ids.map((id) => ({
        position: ++positions,
        id,
        type: 'ParcelWeighed',
        version: 1,
        data: '{}',
        metadata: '{}',
        checksum: null,
      })),
      shapes: [],
      expected: 'no-stream',
    })
  const stored = () =>
    reader
      .prepare('select id from events order by position')
      .all()
      .map(({ id }) => id)
  return { path, writer, reader, append, stored }
}

describe('the writer', () => {
  it('commits concurrent writes together, and a lone write by itself', async () => {
    const { writer, append } = await opened()
    await append('parcel-0', 'first')
    expect(writer.commits()).toBe(1)
    await Promise.all(
      Array.from({ length: 64 }, async (_, n) => {
        for (let i = 0; i < 10; i++) await append(`parcel-${n}-${i}`, `${n}-${i}`)
      }),
    )
    expect(writer.commits()).toBeLessThan(640 / 4)
  })

  it('empties the log of erased data as soon as its last reader ends, without waiting for one', async () => {
    const { path, writer, append, reader } = await opened()
    await append('parcel-0', 'a')
    reader.exec('begin')
    reader.prepare('select count(*) from events').get()
    await writer.write('writeDocuments', { service: 'delivery', rows: [], checkpoints: [], erases: true })
    await append('parcel-1', 'b')
    expect((await stat(`${path}-wal`)).size).toBeGreaterThan(0)
    reader.exec('commit')
    await expect.poll(async () => (await stat(`${path}-wal`)).size, { timeout: 15_000 }).toBe(0)
  })

  it('writes a request with `ahead` before the next append, in the same commit', async () => {
    const { writer, append } = await opened()
    const order: string[] = []
    const checkpoint = { name: 'keys', position: 1 }
    const documents = { service: 'delivery', rows: [], checkpoints: [checkpoint] }
    const ahead = writer.write('writeDocuments', documents, true).then(() => order.push('ahead'))
    const appended = append('parcel-0', 'a').then(() => order.push('append'))
    await Promise.all([ahead, appended])
    expect(order).toEqual(['ahead', 'append'])
    expect(writer.commits()).toBe(1)
  })

  it('writes a request with `ahead` that no other write follows', async () => {
    const { writer, append, reader } = await opened()
    const keep = (position: number) =>
      writer.write('writeDocuments', { service: 'delivery', rows: [], checkpoints: [{ name: 'keys', position }] }, true)
    await keep(1)
    const during = append('parcel-0', 'a')
    await Promise.all([keep(2), during])
    expect(reader.prepare('select position from checkpoints').get()).toEqual({ position: 2 })
  })

  it('undoes only the failed request, not the others of its commit', async () => {
    const { writer, append, stored } = await opened()
    await append('parcel-0', 'a')
    const outcomes = await Promise.allSettled([
      append('parcel-1', 'b', 'c'),
      append('parcel-2', 'd', null as never),
      append('parcel-0', 'e'),
      append('parcel-3', 'f'),
    ])
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected', 'fulfilled'])
    expect(outcomes[2]).toMatchObject({ reason: expect.any(RevisionConflict) })
    expect(stored()).toEqual(['a', 'b', 'c', 'f'])
    expect(writer.healthy()).toBe(true)
  })

  it('refuses every write once its thread is gone', async () => {
    const { writer, append, stored } = await opened()
    await append('parcel-0', 'a')
    // Many more than fit into the commits that the thread still makes before it ends.
    const asked = 20_000
    const pending = Promise.allSettled(Array.from({ length: asked }, (_, i) => append(`parcel-1-${i}`, `b${i}`)))
    await writer.kill()
    const acknowledged = (await pending).filter(({ status }) => status === 'fulfilled').length
    expect(stored().length).toBeGreaterThanOrEqual(1 + acknowledged)
    expect(acknowledged).toBeLessThan(asked)
    await expect(append('parcel-2', 'c')).rejects.toThrow(EngineAway)
    expect(writer.healthy()).toBe(false)
    expect(stored()).not.toContain('c')
  })

  it('refuses every write once the disk returned unreadable data', async () => {
    const { writer, append } = await opened(async (path) => {
      const pages = await readFile(path)
      await writeFile(path, pages.fill('?', pages.length - 2 * 4096))
    })
    await append('parcel-0', 'a')
    const replay = writer.write('replay', { group: 'payment', topic: 'parcels', key: 'a' })
    await expect(replay).rejects.toThrow(EngineAway)
    await expect(append('parcel-1', 'b')).rejects.toThrow(EngineAway)
    expect(writer.healthy()).toBe(false)
  })

  it('finishes requested writes before it closes, and accepts none afterwards', async () => {
    const { writer, append, stored } = await opened()
    const pending = Promise.all(Array.from({ length: 50 }, (_, i) => append(`parcel-${i}`, `a${i}`)))
    await writer.close()
    await pending
    expect(stored()).toHaveLength(50)
    await expect(append('parcel-x', 'x')).rejects.toThrow(EngineAway)
  })
})
