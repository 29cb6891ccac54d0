import { setTimeout as pause } from 'node:timers/promises'
import { END, type EventStoreDBClient } from '@eventstore/db-client'
import { type Reaching, Silence } from './eventstoredb-away.ts'

const lookEveryMs = 1000
/** After so many looks, a quarter as often. */
const oftenLooks = 60

/**
 * Notices that the connection broke when no call is under way: the client makes another one by itself, and that may lead to
 * another store. One subscription a process, to a stream that never grows, costs nothing while all is well.
 * @param check compares the marks again; it rejects while the store is away
 */
export const watchConnection = (
  client: EventStoreDBClient,
  stream: string,
  { reaching, check }: { readonly reaching: Reaching; readonly check: () => Promise<void> },
): { close(): Promise<void> } => {
  const closing = new AbortController()
  const { signal } = closing

  const untilBroken = (): Promise<void> => {
    const subscription = client.subscribeToStream(stream, { fromRevision: END })
    const broken = new Promise<void>((resolve, reject) => {
      const onEnd = () => reject(new Silence('it ended a subscription'))
      subscription.on('error', onEnd).on('end', onEnd).resume()
      signal.addEventListener('abort', () => resolve(), { once: true })
    })
    return broken.finally(() => {
      subscription.destroy()
      subscription.unsubscribe().catch(() => {})
    })
  }
  const checkUntilThere = async (): Promise<void> => {
    for (let looks = 1; !signal.aborted; looks += 1) {
      const isThere = await check().then(
        () => true,
        () => false,
      )
      if (isThere) return
      await pause(looks > oftenLooks ? 4 * lookEveryMs : lookEveryMs, null, { signal, ref: false }).catch(() => {})
    }
  }
  const watch = async (): Promise<void> => {
    while (!signal.aborted) {
      await reaching(untilBroken).catch(() => {})
      await checkUntilThere()
    }
  }
  const watched = watch()
  return {
    async close() {
      closing.abort()
      await watched
    },
  }
}
