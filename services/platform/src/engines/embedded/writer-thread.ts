import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads'
import { besideWritesMs, checkpoint, openForWriting, sqliteCode, sqliteErrors } from './connection.ts'
import { clearRemnants, markRemnants } from './remnants.ts'
import { assertTakesWrites } from './takes-writes.ts'
import { erases, type WriteAnswer, type WriteRequest, writes } from './writes.ts'
import type { FromThread, ThreadData } from './writing-thread.ts'

/**
 * The only place that writes to the data file. What queued up during a commit becomes the next one, so that
 * a lone write waits for nobody and many writes share one flush. An error of the disk ends this thread, and a store
 * whose writer is gone acknowledges nothing more until there is another.
 */
const largestGroup = 1000
const checkpointEveryMs = 30_000
/** What is erased leaves the log soon after who read it has ended. */
const checkpointAgainMs = 1000

/** What SQLite may say about a request itself; anything else it says is about the file or the disk. */
const ofTheRequest: ReadonlySet<number> = new Set([
  sqliteErrors.error,
  sqliteErrors.constraint,
  sqliteErrors.tooBig,
  sqliteErrors.mismatch,
])

const port = parentPort
if (!port) throw new Error('to be started as a thread')
const { path, proves, clearEveryMs = 60 * 60_000 } = workerData as ThreadData
const connection = openForWriting(path)
let again: NodeJS.Timeout | undefined
const emptyLog = (): void => {
  clearTimeout(again)
  if (!checkpoint(connection, besideWritesMs)) again = setTimeout(() => orEnd(emptyLog), checkpointAgainMs)
}
const emptying = setInterval(() => orEnd(emptyLog), checkpointEveryMs)
const clearing = setInterval(() => clearRemnants(connection, path), clearEveryMs)
const stopTimers = (): void => {
  clearInterval(emptying)
  clearInterval(clearing)
  clearTimeout(again)
}
const tell = (said: FromThread) => port.postMessage(said)

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

if (proves)
  orEnd(() => {
    assertTakesWrites(connection, path)
    tell('open')
  })

port.on('message', (first: WriteRequest | 'close') => {
  const group: WriteRequest[] = []
  let next: WriteRequest | 'close' | undefined = first
  while (next && next !== 'close') {
    group.push(next)
    next = group.length < largestGroup ? receiveMessageOnPort(port)?.message : undefined
  }
  if (group.length > 0) orEnd(() => tell(commit(group)))
  if (next === 'close') close()
})

const commit = (group: readonly WriteRequest[]): WriteAnswer[] => {
  if (group.some(erases)) markRemnants(path)
  connection.prepare('begin immediate').run()
  const answers = group.map(perform)
  connection.prepare('commit').run()
  if (group.some(erases)) emptyLog()
  return answers
}

const perform = ({ id, name, input }: WriteRequest): WriteAnswer => {
  connection.prepare('savepoint request').run()
  try {
    const value = writes[name](connection, input as never)
    connection.prepare('release request').run()
    return { id, value }
  } catch (error) {
    const code = sqliteCode(error)
    if (!(error instanceof Error) || (code !== null && !ofTheRequest.has(code))) throw error
    connection.prepare('rollback to request').run()
    connection.prepare('release request').run()
    return { id, failure: { ...error, name: error.name, message: error.message } }
  }
}

const close = (): void => {
  stopTimers()
  checkpoint(connection)
  connection.close()
  port?.close()
}
