import { jsonEvent, NO_STREAM } from '@eventstore/db-client'
import { status } from '@grpc/grpc-js'
import { openEventStoreDb } from '@tuma/platform/engines/eventstoredb'
import { storedFormat } from '@tuma/platform/engines/stored-format'
import { EngineAway, type EventStore, OtherFormat } from '@tuma/platform/ports'
import { event, notes } from '@tuma/platform/testing/suites'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { startServer } from './event-store-server.ts'
import { withDocuments } from './with-documents.ts'

const otherFormat = storedFormat + 1
const PATIENCE = { timeout: 60_000, interval: 20 }
const SENTENCE =
  "EventStoreDB holds events of jar in a format that this version of Tuma can't read. Choose a new ENGINE_PREFIX, or name an empty server with EVENTSTORE_URL. Nothing has been changed."

const startJarServer = async () => {
  const { double, url, operator, engines } = await startServer()
  return {
    double,
    async open() {
      const told: string[] = []
      const opened = await openEventStoreDb({ url, onRefused: (sentence) => told.push(sentence) })
      onTestFinished(() => opened.close())
      const server = withDocuments(opened, engines)
      return { server, told, jars: server.of('jar') }
    },
    /** Appends as another version, or an operator by hand. */
    append: (stream: string, data: { [name: string]: number }) =>
      operator.appendToStream(stream, jsonEvent({ type: 'Written', data }), { expectedRevision: NO_STREAM }),
    async events(stream: string) {
      const found: unknown[] = []
      try {
        for await (const resolved of operator.readStream(stream)) found.push(resolved.event?.data)
      } catch {
        // The stream does not exist.
      }
      return found
    },
  }
}

const getCalls = (store: EventStore, taken: unknown[] = []) => [
  store.append('jar-1', [event('a')], 'no-stream'),
  store.read('jar-1'),
  store.readAll(null, 10),
  store.head(),
  store.subscribe(null, async (events) => void taken.push(...events)).ended,
]

/** @returns what its follower received during this */
const expectRefused = async (store: EventStore): Promise<unknown[]> => {
  const taken: unknown[] = []
  for (const call of await Promise.allSettled(getCalls(store, taken)))
    expect(call).toMatchObject({ status: 'rejected', reason: new OtherFormat(SENTENCE) })
  return taken
}

describe('the format of a service in EventStoreDB', () => {
  it('is marked by the first use of an empty store, outside of what the service reads', async () => {
    const { open, events } = await startJarServer()
    const { jars } = await open()
    expect(await jars.head()).toBeNull()
    expect(await events('storedFormat-jar')).toEqual([{ format: storedFormat }])
    await jars.append('jar-1', [event('a')], 'no-stream')
    expect(notes(await jars.readAll(null, 10))).toEqual(['a'])
  })

  it('is read once a process, so that a later call costs the server the same as before', async () => {
    const { double, open } = await startJarServer()
    await (await open()).jars.append('jar-1', [event('a')], 'no-stream')
    const { jars } = await open()
    const readings = async (call: () => Promise<unknown>) => {
      const before = double.looks.length
      await call()
      return double.looks.length - before
    }
    // The format, the mark, and the stream itself.
    expect(await readings(() => jars.read('jar-1'))).toBe(3)
    expect(await readings(() => jars.read('jar-1'))).toBe(1)
    expect(await readings(() => jars.append('jar-1', [event('b')], 0))).toBe(0)
  })

  it('is marked once by replicas that start at the same time, and all of them go on', async () => {
    const { open, events } = await startJarServer()
    const replicas = await Promise.all(Array.from({ length: 5 }, open))
    await Promise.all(replicas.map(({ jars }, i) => jars.append(`jar-${i}`, [event(`${i}`)], 'no-stream')))
    expect(await events('storedFormat-jar')).toEqual([{ format: storedFormat }])
  })

  it('is refused where another number is marked: nothing is appended or read, and followers get nothing', async () => {
    const { open, append, events } = await startJarServer()
    await append('storedFormat-jar', { format: otherFormat })
    await append('jar.jar-7', { grams: 250 })
    const { server, told, jars } = await open()
    expect(await expectRefused(jars)).toEqual([])
    expect([told, server.healthy()]).toEqual([[SENTENCE], false])
    expect(await events('jar.jar-1')).toEqual([])
    expect(await events('storedFormat-jar')).toEqual([{ format: otherFormat }])
  })

  it('is refused where events exist without a marker, and then no marker is written', async () => {
    const { open, append, events } = await startJarServer()
    await append('jar.jar-7', { grams: 250 })
    const { jars } = await open()
    expect(await expectRefused(jars)).toEqual([])
    expect(await events('storedFormat-jar')).toEqual([])
    expect(await events('jar.jar-1')).toEqual([])
  })

  it('concerns that service only', async () => {
    const { open, append } = await startJarServer()
    await append('jar.jar-7', { grams: 250 })
    const { server } = await open()
    await server.of('lid').append('lid-1', [event('a')], 'no-stream')
    await server.of('one-jar').append('jar-1', [event('a')], 'no-stream')
    await expectRefused(server.of('jar'))
  })

  it('is read by the first call that reaches a server which was away at the start', async () => {
    const { double, open, append } = await startJarServer()
    await append('storedFormat-jar', { format: otherFormat })
    double.habits.refusing = { code: status.UNAVAILABLE, details: 'No connection established' }
    const { server, jars, told } = await open()
    await expect(server.assertThere(['jar'])).rejects.toBeInstanceOf(EngineAway)
    for (const call of await Promise.allSettled(getCalls(jars))) {
      expect(call).toMatchObject({ status: 'rejected', reason: expect.any(EngineAway) })
      expect(call).not.toMatchObject({ reason: expect.any(OtherFormat) })
    }
    double.habits.refusing = null
    await vi.waitFor(() => expectRefused(jars), PATIENCE)
    expect(told).toEqual([SENTENCE])
  })

  it('is checked at a start if the server answers', async () => {
    const { open, append } = await startJarServer()
    await append('storedFormat-jar', { format: otherFormat })
    const { server, told } = await open()
    await server.assertThere(['lid'])
    await expect(server.assertThere(['lid', 'jar'])).rejects.toEqual(new OtherFormat(SENTENCE))
    expect(told).toEqual([])
  })
})
