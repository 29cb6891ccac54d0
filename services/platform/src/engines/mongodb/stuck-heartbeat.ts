import type { MongoClient } from 'mongodb'

/**
 * A heartbeat takes 13 s at most, with or without an error: 3 s to connect, 10 s in which the server may wait for news.
 */
const stuckAfterMs = 20_000

/**
 * The driver's heartbeats never end when a socket closes at that moment: driver 7.9 then waits for the `drain` of a
 * closed socket (`Connection.writeCommand`), treats the server as away and stops asking. A closed client connects with
 * the next call, and asks again.
 * @param now milliseconds; only differences count
 * @returns a function that closes the client when a heartbeat has been open for 20 s
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
