import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { Kafka, logLevel } from './kafka-client.ts'

const apiVersionsKey = 18
const metadataKey = 3

/**
 * A broker that answers which requests it knows, and nothing else.
 * @param throttleMs how long the client must wait before its next request
 */
const openBroker = async (throttleMs: number) => {
  const asked: number[] = []
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('data', (request) => {
      const apiKey = request.readInt16BE(4)
      asked.push(apiKey)
      if (apiKey === apiVersionsKey) socket.write(knownRequests(request.readInt32BE(8), throttleMs))
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return { url: `127.0.0.1:${(server.address() as AddressInfo).port}`, asked }
}

/** ApiVersions response, version 2: size, correlation id, error code, one range of versions for each key, throttle time. */
const knownRequests = (correlationId: number, throttleMs: number): Buffer => {
  const ranges = [
    [apiVersionsKey, 0, 2],
    [metadataKey, 0, 5],
  ]
  const answer = Buffer.alloc(4 + 4 + 2 + 4 + ranges.length * 6 + 4)
  let at = answer.writeInt32BE(answer.length - 4)
  at = answer.writeInt32BE(correlationId, at)
  at = answer.writeInt16BE(0, at)
  at = answer.writeInt32BE(ranges.length, at)
  for (const value of ranges.flat()) at = answer.writeInt16BE(value, at)
  answer.writeInt32BE(throttleMs, at)
  return answer
}

const connected = async (url: string) => {
  const admin = new Kafka({ brokers: [url], logLevel: logLevel.NOTHING, retry: { retries: 0 } }).admin()
  await admin.connect()
  // A disconnect waits for requests without an answer: the end of the broker's sockets ends them.
  onTestFinished(() => void admin.disconnect())
  return admin
}

test('a connection without a waiting request sets no timer with a negative delay', async () => {
  const { url } = await openBroker(0)
  const timers = vi.spyOn(globalThis, 'setTimeout')
  onTestFinished(() => timers.mockRestore())
  await connected(url)
  const delays = timers.mock.calls.map(([, delay]) => delay ?? 0)
  expect(delays.filter((delay) => delay < 0)).toEqual([])
})

test('a request that Kafka throttles is sent when the throttle ends', async () => {
  const { url, asked } = await openBroker(50)
  const admin = await connected(url)
  admin.describeCluster().catch(() => {})
  await vi.waitFor(() => expect(asked).toEqual([apiVersionsKey, metadataKey]), 60_000)
})
