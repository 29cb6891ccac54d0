import { openStreams, type Streams } from '@tuma/platform/event-sourcing'
import type { Engines, EventStore } from '@tuma/platform/ports'
import { openTemporaryEngines } from '@tuma/platform/testing'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { accountStream } from '../dependencies.ts'
import { account } from '../domain/account-decisions.ts'
import type { IdentityEvent } from '../domain/identity-event.ts'
import { storedEvents } from '../stored-events.ts'
import { openEarning } from './earning.ts'

const at = '2026-11-23T06:00:00.000Z'
const ownerId = 'duka'
const stream = accountStream(ownerId)

let deps: Awaited<ReturnType<typeof openTemporaryEngines>>
let reads = 0
let refused = 0

const metadata = (commandId: string) => ({
  ...{ at, commandId, correlationId: commandId, causationId: commandId },
  actor: { kind: 'system' },
})
const person = { name: 'Duka Moja', username: 'duka', email: 'duka@example.com', phone: '254712345678' }

/** For example one of two replicas. */
const replica = async (): Promise<Streams<IdentityEvent>> => {
  const { events, ...others } = deps.of('identity')
  const append: EventStore['append'] = (...asked) =>
    events.append(...asked).catch((error) => {
      refused += 1
      throw error
    })
  const read: EventStore['read'] = (...asked) => {
    reads += 1
    return events.read(...asked)
  }
  const engines: Engines = { ...others, events: { ...events, append, read } }
  return openStreams<IdentityEvent>({ service: 'identity', engines, types: storedEvents, views: [], onFault() {} })
}
const earningOn = (streams: Streams<IdentityEvent>) => {
  const earn = openEarning(streams.createRecorder(account))
  return (deliveryId: string) => earn({ ownerId, deliveryId, points: 5, at }, metadata(`told of ${deliveryId}`))
}
const earned = async () =>
  (await deps.of('identity').events.read(stream))
    .filter(({ type }) => type === 'PointsEarned')
    .map(({ data }) => (data as { deliveryId: string }).deliveryId)

beforeEach(async () => {
  deps = await openTemporaryEngines()
  const streams = await replica()
  const open = { accountId: ownerId, person, passwordHash: 'hash', role: 'user', shop: null, at } as const
  await streams.createRecorder(account)(stream, { type: 'OpenAccount', ...open }, metadata('opened'))
  await streams.close()
  reads = 0
  refused = 0
})
afterEach(() => deps.close())

test('an account that earns by many parcels at once is read once, without conflicts', async () => {
  const streams = await replica()
  const earn = earningOn(streams)
  const deliveries = Array.from({ length: 30 }, (_, n) => `d${n}`)
  await Promise.all(deliveries.map(earn))
  expect([await earned(), reads, refused]).toEqual([deliveries, 1, 0])
  await streams.close()
})

test('a parcel that is reported again earns nothing, whether it is still in memory or only stored', async () => {
  const [one, other] = [await replica(), await replica()]
  const earn = earningOn(one)
  await Promise.all(['d1', 'd2', 'd1'].map(earn))
  await earn('d2')
  await earningOn(other)('d1')
  expect(await earned()).toEqual(['d1', 'd2'])
  await Promise.all([one.close(), other.close()])
})

test('events of another replica in the meantime are read', async () => {
  const [one, other] = [await replica(), await replica()]
  const [here, there] = [earningOn(one), earningOn(other)]
  await here('d1')
  await there('d2')
  await here('d3')
  await here('d2')
  await there('d3')
  expect(await earned()).toEqual(['d1', 'd2', 'd3'])
  await Promise.all([one.close(), other.close()])
})

test('an account that was deleted in the meantime earns nothing', async () => {
  const streams = await replica()
  const earn = earningOn(streams)
  await earn('d1')
  await streams.createRecorder(account)(stream, { type: 'DeleteAccount', role: null, at }, metadata('deleted'))
  await earn('d2')
  await earn('d3')
  expect(await earned()).toEqual(['d1'])
  await streams.close()
})

test('after an error the stored events are read again', async () => {
  const streams = await replica()
  const record = streams.createRecorder(account)
  let lost = false
  const earn = openEarning(async (...asked) => {
    const handled = await record(...asked)
    if (lost) throw new Error('the answer was lost')
    return handled
  })
  const told = (deliveryId: string) => earn({ ownerId, deliveryId, points: 5, at }, metadata(`told of ${deliveryId}`))
  await told('d1')
  lost = true
  await expect(told('d2')).rejects.toThrow('the answer was lost')
  lost = false
  await told('d2')
  await told('d3')
  expect(await earned()).toEqual(['d1', 'd2', 'd3'])
  await streams.close()
})
