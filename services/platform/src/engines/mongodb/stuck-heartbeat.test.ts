import { EventEmitter } from 'node:events'
import type { MongoClient } from 'mongodb'
import { expect, test, vi } from 'vitest'
import { closerOfStuckClient } from './stuck-heartbeat.ts'

const [one, other] = ['10.0.0.1:27017', '10.0.0.2:27017']

const start = () => {
  let now = 0
  const events = new EventEmitter()
  const close = vi.fn(async () => {})
  const client = Object.assign(events, { close }) as unknown as MongoClient
  return {
    closeIfStuck: closerOfStuckClient(client, () => now),
    close,
    pass: (ms: number) => {
      now += ms
    },
    begins: (connectionId = one) => events.emit('serverHeartbeatStarted', { connectionId }),
    ends: (connectionId = one) => events.emit('serverHeartbeatSucceeded', { connectionId }),
    fails: (connectionId = one) => events.emit('serverHeartbeatFailed', { connectionId }),
  }
}

test('a client whose heartbeat never ends is closed, once', async () => {
  const { begins, pass, closeIfStuck, close } = start()
  begins()
  pass(19_999)
  await closeIfStuck()
  expect(close).not.toHaveBeenCalled()
  pass(1)
  await closeIfStuck()
  await closeIfStuck()
  expect(close).toHaveBeenCalledOnce()
})

test('a client is left alone while its heartbeats end, with or without an error', async () => {
  const { begins, ends, fails, pass, closeIfStuck, close } = start()
  for (const end of [ends, fails]) {
    begins()
    pass(13_000)
    end()
    pass(30_000)
    await closeIfStuck()
  }
  expect(close).not.toHaveBeenCalled()
})

test('a client is closed also when only one of its servers has a heartbeat that never ends', async () => {
  const { begins, ends, pass, closeIfStuck, close } = start()
  begins(one)
  begins(other)
  ends(other)
  pass(20_000)
  await closeIfStuck()
  expect(close).toHaveBeenCalledOnce()
})
