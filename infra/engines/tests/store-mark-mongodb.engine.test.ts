import { openEventStoreDb } from '@tuma/platform/engines/eventstoredb'
import { openMongoDb } from '@tuma/platform/engines/mongodb'
import { EngineAway, type EventStore, OtherStore } from '@tuma/platform/ports'
import { event } from '@tuma/platform/testing/suites'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { newDisk } from '../src/eventstoredb-double/event-store-double.ts'
import { startServer } from './event-store-server.ts'
import { startMongoDbWithOperator } from './mongodb-server.ts'

/** The mark of a service whose documents are in MongoDB; `eventstoredb-mark.engine.test.ts` tests the rule itself. */

const PATIENCE = { timeout: 120_000, interval: 50 }
const { engine, dropLater } = await startMongoDbWithOperator()

const start = async () => {
  const service = `mark-${crypto.randomUUID()}`
  const { double, url } = await startServer()
  dropLater(service)
  const open = async () => {
    const mongo = await openMongoDb({ url: engine.url })
    onTestFinished(() => mongo.close())
    const documents = mongo.of(service)
    const engines = await openEventStoreDb({ url })
    onTestFinished(() => engines.close())
    const agree = () => engines.agree(service, documents)
    return { engines, documents, store: engines.of(service, documents), agree, service }
  }
  return { double, open }
}
type Opened = Awaited<ReturnType<Awaited<ReturnType<typeof start>>['open']>>

/** One event that a follower has taken. */
const use = async ({ store, documents }: Opened) => {
  await store.append('jar-1', [event('a')], 'no-stream')
  const last = (await store.readAll(null, 10)).at(-1)
  await documents.write([], [{ name: 'view-jars-v1', position: last?.position ?? 0, event: last?.id ?? '' }])
}
const getFailure = (store: EventStore) =>
  store.append('jar-9', [event('z')], 'no-stream').then(
    () => null,
    (error: unknown) => error,
  )

describe('documents in MongoDB and their event store', () => {
  it('agree on one mark, at each later start too', async () => {
    const { open } = await start()
    const first = await open()
    await use(first)
    const mark = await first.agree()
    expect(await (await open()).agree()).toBe(mark)
  })

  it('do not match where the store is empty, and nothing is written into it', async () => {
    const { double, open } = await start()
    await use(await open())
    await double.kill()
    await double.startWith(newDisk())
    expect(await getFailure((await open()).store)).toBeInstanceOf(OtherStore)
    expect(double.disk()).toHaveLength(1)
  })

  it('match again when an operator has taken up another store', async () => {
    const { double, open } = await start()
    await use(await open())
    await double.kill()
    await double.startWith(newDisk())
    const { engines, documents, service } = await open()
    await engines.takeUp(service, documents, async () => {})
    expect(await documents.furthestCheckpoint()).toBeNull()
    expect(await getFailure((await open()).store)).toBeNull()
  })

  it('are not taken for new ones while MongoDB is away, and the event store is not reported as away', async () => {
    const { double, open } = await start()
    await use(await open())
    const { engines, store } = await open()
    await engine.process?.kill()
    const before = double.disk()
    const failure = await getFailure(store)
    expect(failure).toBeInstanceOf(EngineAway)
    expect(failure).not.toBeInstanceOf(OtherStore)
    expect([engines.state(), double.disk()]).toEqual(['reached', before])
    await engine.process?.start()
    await vi.waitFor(async () => expect(await getFailure(store)).toBeNull(), PATIENCE)
  })
})
