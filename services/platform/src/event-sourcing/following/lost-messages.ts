import type { DocumentStore, DocumentWrite } from '../../ports/document-store.ts'
import type { ServedMessage } from '../../ports/message-bus.ts'
import { type KeptLoss, openKeptLoss } from './kept-ends.ts'

/** Messages of a service's topic that Kafka had forgotten and that are published again, for System. */
export type PublishedAgain = {
  /** ISO instant at which the last loss was noticed. */
  readonly at: string
  /** Messages published again since then, also some that were not lost. */
  readonly messages: number
  /** How often the topic has lost messages. */
  readonly times: number
  readonly isUnderWay: boolean
}

/** Counts what is published again after a loss. Writes are given to the caller, for the unit of its checkpoint. */
export const openLostMessages = (documents: DocumentStore, topic: string, now: () => string) => {
  const kept = openKeptLoss(documents, topic)
  let loss: KeptLoss | null = null
  return {
    /** Before the first write. @throws EngineAway */
    async look(): Promise<void> {
      loss = await kept.read()
    },
    /** @param through the position of the last event whose messages were acknowledged */
    begin(through: number): DocumentWrite {
      const until = Math.max(through, loss?.through ?? 0)
      loss = { at: now(), messages: 0, times: (loss?.times ?? 0) + 1, through: until }
      return kept.toWrite(loss)
    },
    /** @returns no write while nothing is published again */
    published(messages: readonly Pick<ServedMessage, 'position'>[], last: number): DocumentWrite[] {
      if (loss === null || loss.through === null) return []
      const { through } = loss
      const again = messages.filter(({ position }) => position <= through).length
      loss = { ...loss, messages: loss.messages + again, through: last >= through ? null : through }
      return [kept.toWrite(loss)]
    },
  }
}

const shownMs = 7 * 24 * 60 * 60_000

/** The last loss of a topic, for a week. @param now ISO instant. @throws EngineAway */
export const readPublishedAgain = async (
  documents: DocumentStore,
  topic: string,
  now: string,
): Promise<PublishedAgain[]> => {
  const loss = await openKeptLoss(documents, topic).read()
  if (loss === null || Date.parse(now) - Date.parse(loss.at) > shownMs) return []
  const { at, messages, times, through } = loss
  return [{ at, messages, times, isUnderWay: through !== null }]
}
