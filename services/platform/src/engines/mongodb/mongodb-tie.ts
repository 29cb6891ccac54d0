import type { DocumentStore } from '../../ports/document-store.ts'
import type { OtherStore } from '../../ports/message-bus.ts'
import { onceAtATime } from '../once.ts'
import { otherDocuments } from '../store-mark/documents-mark.ts'
import { markReader } from '../store-mark/store-mark.ts'
import type { Reaching } from './mongodb-writes.ts'

/** The connections that all services of a process share. */
export type Connections = {
  readonly reaching: Reaching
  /** Rises with each connection that ends or begins: only then can another server answer. */
  changes(): number
}

export type Tie = {
  /** From now on the documents must carry this mark. @throws OtherStore, and the engine's errors */
  tie(mark: string): Promise<void>
  /** As that of the connections; once tied, a call is made and answered only while the documents carry the mark. */
  readonly reaching: Reaching
}

/**
 * Protects a running process from another MongoDB in the place of its own, where personal keys would be missing and new
 * ones would be made. The mark is read again whenever connections have changed, before the next call and before the
 * answer of a call under way. Only a call under way can reach the other MongoDB, and it is rejected.
 *
 * A successful reading shows that its own MongoDB answered after every connection that had begun before the reading. So
 * a call waits for the reading under way and for at most one more, however often connections change.
 * @param documents the same documents without this check, to read the mark
 * @param onOtherStore called each time that the mark differs or is missing; the call is rejected with the same
 * `OtherStore`
 */
export const openTie = ({
  service,
  connections: { reaching, changes },
  documents,
  onOtherStore,
}: {
  readonly service: string
  readonly connections: Connections
  readonly documents: DocumentStore
  readonly onOtherStore: (error: OtherStore) => void
}): Tie => {
  const read = markReader(documents)
  let tied: string | null = null
  let comparedChanges = -1

  const compare = onceAtATime(async (): Promise<void> => {
    const before = changes()
    const mark = await read()
    if (mark !== tied) {
      const error = otherDocuments(service, mark)
      onOtherStore(error)
      throw error
    }
    comparedChanges = before
  })
  /** Leaves changes after its call to later calls: otherwise it might never end. */
  const assertTied = async (): Promise<void> => {
    const needed = changes()
    while (comparedChanges < needed) await compare()
  }
  return {
    async tie(mark) {
      tied = mark
      await compare()
    },
    async reaching(call) {
      if (tied === null) return reaching(call)
      await assertTied()
      const answer = await reaching(call)
      await assertTied()
      return answer
    },
  }
}
