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
import { markVacuumDue, vacuumIfDue } from '../file/secure-vacuum.ts'
import { assertTakesWrites } from './takes-writes.ts'
import { erases, type WriteAnswer, type WriteRequest, writes } from './writes.ts'

/**
 * A message of the writer: its answers to one group of writes, or, before the first group, that the disk accepts
 * writes.
 */
export type FromWriter = readonly WriteAnswer[] | 'open'
/** One group of writes, which is one commit. */
export type ToWriter = readonly WriteRequest[] | 'close'
/**
 * `proves`: the thread must report 'open' once it has written something. `clearEveryMs`: how often the file is rewritten
 * without erased data, by default every hour. `filling`: the file is not used before it is complete.
 */
export type WriterData = {
  readonly path: string
  readonly proves: boolean
  readonly clearEveryMs?: number
  readonly filling?: boolean
}

/** The other side of the writer: its thread has its port for this. */
export type WriterPort = {
  tell(said: FromWriter): void
  /** After this, no message is sent or accepted. */
  close(): void
}

/**
 * The only place that writes to the data file. An error of the disk ends it, and a store without a writer acknowledges
 * nothing until there is another.
 */
const checkpointEveryMs = 30_000
/**
 * With so many commits in that time the log keeps its length: when it must grow, each commit takes half as long again.
 */
const commitsOfUse = 300
/** How soon erased data leaves the log after its last reader has ended. */
const checkpointAgainMs = 1000

/** SQLite's codes for an error in the request itself; any other code is about the file or the disk. */
const ofTheRequest: ReadonlySet<number> = new Set([
  sqliteErrors.error,
  sqliteErrors.constraint,
  sqliteErrors.tooBig,
  sqliteErrors.mismatch,
])

/**
 * All work on the file happens inside a call of the returned function or of one of its timers.
 * @throws from there too, the error of the disk or of SQLite: by then it has released the file and closed its port
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
  const clearing = setInterval(() => vacuumIfDue(connection, path), clearEveryMs)
  const stopTimers = (): void => {
    clearInterval(emptying)
    clearInterval(clearing)
    clearTimeout(again)
  }

  /** The next writer must find neither this one's lock nor half of a commit. */
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
    if (group.some(erases)) markVacuumDue(path)
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
 * A group nearly always succeeds. With a savepoint for each request SQLite would copy every page that it changes into a
 * file first, which is more than it writes into the log.
 * @returns null when a request failed: the group is undone, and each request must be tried by itself
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
