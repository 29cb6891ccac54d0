import type { ConsumeOptions } from '../../ports/message-bus.ts'
import { changeSignal } from './change-signal.ts'
import type { Connection } from './connection.ts'
import type { Writer } from './writer.ts'

type Group = Pick<ConsumeOptions, 'topic' | 'group'>

export type MissedTopics = ReturnType<typeof openMissedTopics>

/** Groups that were met when their topic had been pruned, until they have heard what they missed. */
export const openMissedTopics = (reader: Connection, writer: Writer) => {
  const met = changeSignal()
  return {
    /** When another group was met that has missed something. */
    met,
    /** Null where it has missed nothing; `isTold`: all of it stands on its own topic. */
    missing({ topic, group }: Group): { readonly isTold: boolean } | null {
      const row = reader.prepare('select told from missed_topics where topic = ? and consumers = ?').get(topic, group)
      return row ? { isTold: row.told === 1 } : null
    },
    /** A group that is still to be told. */
    untold(topic: string): string | undefined {
      const row = reader.prepare('select consumers from missed_topics where topic = ? and told = 0').get(topic)
      return row && String(row.consumers)
    },
    /** @returns whether it has missed something; null where nothing will ever be written any more */
    async meet({ topic, group }: Group): Promise<boolean | null> {
      do {
        const missed = await writer.write('meetGroup', { topic, group }).catch(() => null)
        if (missed) met.notify()
        if (missed !== null) return missed
      } while (await writer.back())
      return null
    },
    told: ({ topic, group }: Group) => writer.write('groupWasTold', { topic, group }),
    heard: ({ topic, group }: Group) => writer.write('groupHasHeard', { topic, group }),
  }
}
