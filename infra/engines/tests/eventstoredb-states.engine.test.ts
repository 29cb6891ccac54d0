import { setTimeout as pause } from 'node:timers/promises'
import { status } from '@grpc/grpc-js'
import { openEventStoreDb } from '@tuma/platform/engines/eventstoredb'
import { follow } from '@tuma/platform/event-sourcing'
import { EngineAway, type StoredEvent } from '@tuma/platform/ports'
import { health, openListener } from '@tuma/platform/runtime'
import { event, notes, unchecked } from '@tuma/platform/testing/suites'
import { expect, onTestFinished, test, vi } from 'vitest'
import { startServer } from './event-store-server.ts'
import { withDocuments } from './with-documents.ts'

/** Whether a process can read and append, and how it notices by itself that it can again. */

const PATIENCE = { timeout: 120_000, interval: 20 }
const QUIET_MS = 8000
/** Longer than the longest pause between two questions. */
const AFTERWARDS_MS = 5000
const SETTLING_MS = 12_000
const NOT_READY = { code: status.UNAVAILABLE, details: 'Server Is Not Ready' }

const open = async () => {
  const { double, url, operator, engines } = await startServer()
  const opened = await openEventStoreDb({ url })
  onTestFinished(() => opened.close())
  const server = withDocuments(opened, engines)
  const store = server.of('test')
  await store.append('parcel-1', [event('a')], 'no-stream')
  const callCount = () => double.looks.length + double.appendCount()
  return { double, operator, server, store, callCount }
}
type Opened = Awaited<ReturnType<typeof open>>

/** A process that follows its store, as `/readyz` shows it. */
const serve = async ({ server, store }: Opened) => {
  const taken: StoredEvent[] = []
  const follower = follow({
    store: unchecked(store),
    lease: { take: async () => true, keep: () => () => {}, release: async () => {} },
    startAfter: async () => taken.at(-1)?.position ?? null,
    take: async (batch) => void taken.push(...batch),
    onFault: () => {},
  })
  onTestFinished(() => follower.close())
  const degraded = () => {
    const state = server.state()
    return state === 'reached' ? [] : [{ engine: 'eventstoredb', state } as const]
  }
  const listener = await openListener('127.0.0.1', 0)
  onTestFinished(() => listener.close())
  const engines = { healthy: () => true, isCutOff: () => false, degraded }
  listener.answerWith([health({ engines, followers: [{ ...follower, behind: () => [] }] })])
  const probe = async () => {
    const answer = await fetch(`${listener.url}/readyz`)
    return { status: answer.status, ...((await answer.json()) as object) }
  }
  await vi.waitFor(async () => expect(await probe()).toEqual({ status: 200, ready: true }), PATIENCE)
  return { probe, taken }
}

test('without a quorum events can be read and not appended, until an append is taken again', async () => {
  const { double, server, store, operator } = await open()
  double.habits.refusingAppends = NOT_READY
  await expect(store.append('parcel-1', [event('b')], 0)).rejects.toBeInstanceOf(EngineAway)
  expect(notes(await store.read('parcel-1'))).toEqual(['a'])
  expect([server.state(), server.canRead(), server.outages()]).toEqual(['notReady', true, 1])
  const before = double.appendCount()
  await vi.waitFor(() => expect(double.appendCount()).toBeGreaterThan(before + 1), PATIENCE)
  expect(server.state()).toBe('notReady')

  double.habits.refusingAppends = null
  await vi.waitFor(() => expect(server.state()).toBe('reached'), PATIENCE)
  expect(server.outages()).toBe(1)
  const marked: string[] = []
  for await (const { event } of operator.readStream('storedFormat-test')) if (event) marked.push(event.type)
  expect(marked).toEqual(['FormatMarked'])
})

test('a conflict is an answer, so a process that gets one can append', async () => {
  const { double, server, store } = await open()
  double.habits.refusingAppends = NOT_READY
  await store.append('parcel-1', [event('b')], 0).catch(() => undefined)
  double.habits.refusingAppends = null
  await store.append('parcel-1', [event('c')], 7).catch(() => undefined)
  expect(server.state()).toBe('reached')
})

test.each([
  ['an append was refused', async ({ store }: Opened) => void (await store.append('parcel-1', [event('b')], 0))],
  ['a reading was refused', async ({ store }: Opened) => void (await store.read('parcel-1'))],
])(
  'after %s in a quiet hour, while the subscription stays open, the process recovers without a call',
  { timeout: 300_000 },
  async (_, call) => {
    const opened = await open()
    const { double, server, callCount } = opened
    const { probe } = await serve(opened)
    await pause(QUIET_MS)
    double.habits.refusing = NOT_READY
    await expect(call(opened)).rejects.toBeInstanceOf(EngineAway)
    const degraded = [{ engine: 'eventstoredb', state: 'notReady' }]
    expect(await probe()).toEqual({ status: 200, ready: true, degraded })

    double.habits.refusing = null
    await vi.waitFor(() => expect(server.state()).toBe('reached'), PATIENCE)
    // The client has opened another connection during this; the follower subscribes again when the old one is dropped.
    await pause(SETTLING_MS)
    const before = callCount()
    for (let n = 0; n < 10; n += 1) expect(await probe()).toEqual({ status: 200, ready: true })
    await pause(AFTERWARDS_MS)
    expect(callCount()).toBe(before)
  },
)

test('a probe does not ask a store that is away', { timeout: 300_000 }, async () => {
  const opened = await open()
  const { probe } = await serve(opened)
  opened.double.habits.refusingAppends = NOT_READY
  await opened.store.append('parcel-1', [event('b')], 0).catch(() => undefined)
  const before = opened.callCount()
  for (let n = 0; n < 30; n += 1) expect((await probe()).status).toBe(200)
  // The process itself has asked about once a second during this.
  expect(opened.callCount() - before).toBeLessThan(10)
})

test('a store that comes back after its death is followed again: one outage', { timeout: 300_000 }, async () => {
  const opened = await open()
  const { probe, taken } = await serve(opened)
  await opened.double.kill()
  await vi.waitFor(() => expect(opened.server.state()).toBe('away'), PATIENCE)
  expect(await probe()).toMatchObject({ status: 200, degraded: [{ engine: 'eventstoredb', state: 'away' }] })
  await opened.double.start()
  await vi.waitFor(async () => expect(await probe()).toEqual({ status: 200, ready: true }), PATIENCE)
  await opened.store.append('parcel-1', [event('b')], 0)
  await vi.waitFor(() => expect(notes(taken)).toEqual(['a', 'b']), PATIENCE)
  expect(opened.server.outages()).toBe(1)
})
