import type { Listener, ListenOptions } from '../../ports/message-bus.ts'
import { tell } from '../telling.ts'
import type { PartitionSignals } from './change-signal.ts'
import type { Connection } from './connection.ts'
import { endOf, messagesAfter } from './group-log.ts'
import { partitionCount } from './partitions.ts'

/** Reads a topic along from where it ends now; where it stands is known to nobody but itself. */
export const openBusListener = (reader: Connection, published: PartitionSignals, options: ListenOptions): Listener => {
  const { topic } = options
  const closing = new AbortController()

  const follow = async (partition: number, from: number): Promise<void> => {
    let position = from
    while (!closing.signal.aborted) {
      const more = published.next(partition)
      const page = messagesAfter(reader, topic, partition, position)
      for (const next of page) {
        if (!(await tell(options, next.message, closing.signal))) return
        position = next.position
      }
      if (page.length === 0) await more
    }
  }

  const following = Array.from({ length: partitionCount }, (_, partition) => partition)
    .map((partition) => ({ partition, end: endOf(reader, topic, partition) }))
    .map(({ partition, end }) => follow(partition, end))
  return {
    listening: () => !closing.signal.aborted,
    async close() {
      closing.abort()
      published.notify()
      await Promise.all(following)
    },
  }
}
