import { Readable, Writable } from 'node:stream'
import type { EventStoreDBClient } from '@eventstore/db-client'
import { expect, test, vi } from 'vitest'
import { type Calls, dropWhatIsCancelled } from './eventstoredb-calls.ts'

/** The call as the client begins it, to a server that answers with this stream. */
const begun = async <Stream extends Readable | Writable>(stream: Stream) => {
  const cancel = vi.fn()
  const client: Calls = { GRPCStreamCreator: (stub, _, create) => create(stub as Parameters<typeof create>[0]) }
  dropWhatIsCancelled(client as unknown as EventStoreDBClient)
  const call = Object.assign(stream, { cancel })
  return { call: (await client.GRPCStreamCreator({}, 'read', () => call)) as typeof call, cancel }
}

test('an unread call that the server has ended is over once it is cancelled', async () => {
  const { call, cancel } = await begun(new Readable({ objectMode: true, read() {} }))
  const destination = new Writable({ objectMode: true })
  call.pipe(destination)
  await new Promise(setImmediate)
  destination.destroy()
  await new Promise(setImmediate)
  call.push('an event too late')
  call.push(null)
  await new Promise(setImmediate)
  expect(call.readableEnded).toBe(false)
  call.cancel()
  await vi.waitFor(() => expect(call.readableEnded).toBe(true))
  expect(cancel).toHaveBeenCalledTimes(1)
})

test('a call that only sends is cancelled as usual', async () => {
  const { call, cancel } = await begun(new Writable())
  call.cancel()
  expect(cancel).toHaveBeenCalledTimes(1)
})
