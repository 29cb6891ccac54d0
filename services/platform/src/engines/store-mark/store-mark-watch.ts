import { END, type EventStoreDBClient } from '@eventstore/db-client'
import { Silence } from '../eventstoredb/eventstoredb-away.ts'
import type { Reach } from '../eventstoredb/eventstoredb-reach.ts'
import { machineClock, type QuestionClock } from '../own-questions.ts'

const retryMs = 1000

/**
 * Notices a broken connection when no call is under way: the client makes another one by itself, which may lead to
 * another store. Readings count as bad then, so that the process checks whether it is the same. One subscription for
 * each process, to a stream that never grows, costs nothing while the connection works.
 */
export const watchConnection = (
  client: EventStoreDBClient,
  stream: string,
  { reaching, canRead }: Pick<Reach, 'reaching' | 'canRead'>,
  clock: QuestionClock = machineClock,
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
  const watch = async (): Promise<void> => {
    while (!signal.aborted) {
      await reaching(untilBroken).catch(() => {})
      do await clock.pause(retryMs, signal)
      while (!canRead() && !signal.aborted)
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
