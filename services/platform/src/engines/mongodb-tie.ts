import type { DocumentStore } from '../ports/document-store.ts'
import type { OtherStore } from '../ports/message-bus.ts'
import { otherDocuments } from './documents-mark.ts'
import type { Reaching } from './mongodb-writes.ts'
import { readDeclaredMark, readMark } from './store-mark.ts'

/**
 * After that long without an answer the connection may be broken, and the driver notices it only when it makes the next call,
 * for which it connects again. No server is replaced by another one faster.
 */
const quietMs = 100

/** What is known of the connection that all services of a process share. */
export type Connection = {
  readonly reaching: Reaching
  /** Rises with each call that fails other than by an answer, and with each new connection to the server. */
  changes(): number
  /** Milliseconds since the last answer. */
  silentMs(): number
}

export type Tie = {
  /** The documents must carry that mark from now on. @throws OtherStore, and what the engine rejects with */
  tie(mark: string): Promise<void>
  /** As the connection's; once tied, each call is made, and answered, only where the documents still carry the mark. */
  readonly reaching: Reaching
}

/**
 * Keeps a running process from another MongoDB that took the place of its own: personal keys would be missing there, and new
 * ones would be made. The mark is read again before the first call after a failed one and after a moment without an answer, and
 * before a call is answered for which the driver made a new connection.
 * @param documents the same documents without this check, to read the mark
 * @param onOtherStore hears of each time that the mark is another or missing; the call is rejected with the same `OtherStore`
 */
export const openTie = ({
  service,
  connection,
  documents,
  onOtherStore,
}: {
  readonly service: string
  readonly connection: Connection
  readonly documents: DocumentStore
  readonly onOtherStore: (error: OtherStore) => void
}): Tie => {
  let tied: string | null = null
  let comparedAfter: number | null = null
  let comparing: Promise<void> | null = null

  const compare = async (read: typeof readMark): Promise<void> => {
    const changes = connection.changes()
    const mark = await read(documents)
    if (mark === tied) {
      comparedAfter = changes
      return
    }
    const error = otherDocuments(service, mark === null ? 'noMark' : 'otherMark')
    onOtherStore(error)
    throw error
  }
  const isChanged = () => comparedAfter !== connection.changes()
  const assertTied = async (): Promise<void> => {
    while (isChanged() || connection.silentMs() > quietMs) {
      comparing ??= compare(readDeclaredMark).finally(() => {
        comparing = null
      })
      await comparing
    }
  }
  return {
    async tie(mark) {
      tied = mark
      await compare(readMark)
    },
    async reaching(call) {
      if (tied === null) return connection.reaching(call)
      await assertTied()
      const answer = await connection.reaching(call)
      if (isChanged()) await assertTied()
      return answer
    },
  }
}
