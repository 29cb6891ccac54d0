import type { MongoClient } from 'mongodb'

/** A heartbeat that is well or fails takes 13 s at most: 3 s to connect, 10 s in which the server may wait for news. */
const stuckAfterMs = 20_000

/**
 * The driver's questions of how a server is (its heartbeats) have no end where a socket dies in the moment of the question:
 * 7.9 waits then for the `drain` of a closed socket (`Connection.writeCommand`), takes the server for away and asks no more.
 * A client that was closed connects with the next call, and asks again.
 * @param now milliseconds; only differences count
 * @returns closes the client where a question has been open for 20 s, else does nothing
 */
export const closerOfStuckClient = (
  client: Pick<MongoClient, 'on' | 'close'>,
  now: () => number = () => performance.now(),
): (() => Promise<void>) => {
  const askedAt = new Map<string, number>()
  client.on('serverHeartbeatStarted', ({ connectionId }) => void askedAt.set(connectionId, now()))
  client.on('serverHeartbeatSucceeded', ({ connectionId }) => void askedAt.delete(connectionId))
  client.on('serverHeartbeatFailed', ({ connectionId }) => void askedAt.delete(connectionId))
  return async () => {
    if (![...askedAt.values()].some((at) => now() - at >= stuckAfterMs)) return
    askedAt.clear()
    await client.close()
  }
}
