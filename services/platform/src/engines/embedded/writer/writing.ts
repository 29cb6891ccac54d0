import {
  besideWritesMs,
  type Connection,
  checkpoint,
  openForWriting,
  sqliteCode,
  sqliteErrors,
  whileFilling,
  whileUsed,
} from '../file/connection.ts'
import { clearRemnants, markRemnants } from '../file/remnants.ts'
import { assertTakesWrites } from './takes-writes.ts'
import { erases, type WriteAnswer, type WriteRequest, writes } from './writes.ts'

/** What the writer says: its answers to one group of writes, or, before the first of them, that the disk takes writes. */
export type FromWriter = readonly WriteAnswer[] | 'open'
/** One group of writes, which is one commit. */
export type ToWriter = readonly WriteRequest[] | 'close'
/**
 * `proves`: it is to say 'open' once it has written something. `clearEveryMs`: how often remnants of what was erased are
 * looked for, an hour unless something is said. `filling`: nobody uses the file before it is whole.
 */
export type WriterData = {
  readonly path: string
  readonly proves: boolean
  readonly clearEveryMs?: number
  readonly filling?: boolean
}

/** Who has things written: the writer's thread has its port for it. */
export type WriterPort = {
  tell(said: FromWriter): void
  /** Nothing more is said, and nothing is taken any more. */
  close(): void
}

/**
 * The only place that writes to the data file. An error of the disk ends it, and a store whose writer is gone acknowledges
 * nothing more until there is another.
 */
const checkpointEveryMs = 30_000
/** Of as many in that time the log stays as long as it has become: where it has to grow, each of them takes half as long again. */
const commitsOfUse = 300
/** What is erased leaves the log soon after who read it has ended. */
const checkpointAgainMs = 1000

/** What SQLite may say about a request itself; anything else it says is about the file or the disk. */
const ofTheRequest: ReadonlySet<number> = new Set([
  sqliteErrors.error,
  sqliteErrors.constraint,
  sqliteErrors.tooBig,
  sqliteErrors.mismatch,
])

/**
 * Everything that is done with the file happens inside a call of what is returned or of one of its timers.
 * @throws from there too, what the disk or SQLite says: then it has let go of the file and closed its port
 */
export const openWriting = (
  { path, proves, clearEveryMs = 60 * 60_000, filling = false }: WriterData,
  port: WriterPort,
): ((said: ToWriter) => void) => {
  const connection = openForWriting(path, filling ? whileFilling : whileUsed)
  let again: NodeJS.Timeout | undefined
  const emptyLog = (): void => {
    clearTimeout(again)
    if (!checkpoint(connection, besideWritesMs)) again = setTimeout(() => orEnd(emptyLog), checkpointAgainMs)
  }
  let commits = 0
  const emptying = setInterval(() => {
    const isInUse = filling || commits > commitsOfUse
    commits = 0
    if (!isInUse) orEnd(emptyLog)
  }, checkpointEveryMs)
  const clearing = setInterval(() => clearRemnants(connection, path), clearEveryMs)
  const stopTimers = (): void => {
    clearInterval(emptying)
    clearInterval(clearing)
    clearTimeout(again)
  }

  /** Whoever writes after this one must find neither its lock nor half of a commit. */
  const orEnd = (work: () => void): void => {
    try {
      work()
    } catch (error) {
      stopTimers()
      try {
        connection.close()
      } finally {
        port.close()
        // biome-ignore lint/correctness/noUnsafeFinally: what the disk said first is what it died of.
        throw error
      }
    }
  }

  const commit = (group: readonly WriteRequest[]): WriteAnswer[] => {
    if (group.some(erases)) markRemnants(path)
    connection.prepare('begin immediate').run()
    const answers = together(connection, group) ?? group.map((request) => perform(connection, request))
    connection.prepare('commit').run()
    commits += 1
    if (group.some(erases)) emptyLog()
    return answers
  }

  const close = (): void => {
    stopTimers()
    checkpoint(connection)
    connection.close()
    port.close()
  }

  if (proves)
    orEnd(() => {
      assertTakesWrites(connection, path)
      port.tell('open')
    })

  return (said) => {
    if (said === 'close') close()
    else orEnd(() => port.tell(commit(said)))
  }
}

/**
 * Nearly always none of a group fails. A savepoint each would have SQLite put aside every page that a request changes, as
 * it was, in a file: more than it writes into the log.
 * @returns null where one failed: nothing of the group is done, and each is to be tried by itself
 */
const together = (connection: Connection, group: readonly WriteRequest[]): WriteAnswer[] | null => {
  try {
    return group.map(({ id, name, input }) => ({ id, value: writes[name](connection, input as never) }))
  } catch (error) {
    if (!isOfTheRequest(error)) throw error
    connection.prepare('rollback').run()
    connection.prepare('begin immediate').run()
    return null
  }
}

const perform = (connection: Connection, { id, name, input }: WriteRequest): WriteAnswer => {
  connection.prepare('savepoint request').run()
  try {
    const value = writes[name](connection, input as never)
    connection.prepare('release request').run()
    return { id, value }
  } catch (error) {
    if (!isOfTheRequest(error)) throw error
    connection.prepare('rollback to request').run()
    connection.prepare('release request').run()
    return { id, failure: { ...error, name: error.name, message: error.message } }
  }
}

const isOfTheRequest = (error: unknown): error is Error => {
  const code = sqliteCode(error)
  return error instanceof Error && (code === null || ofTheRequest.has(code))
}
