import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import { isMainThread, parentPort, receiveMessageOnPort, Worker, workerData } from 'node:worker_threads'

type Told = { readonly path: string; readonly table: string; readonly insert: string }
type Values = readonly (string | number)[]

/** The lowest cost of a durable insert: a prepared statement in a thread, and one flush for all that wait. */
export const openInserts = (told: Told) => {
  const thread = new Worker(fileURLToPath(import.meta.url), { workerData: told })
  const waiting: (() => void)[] = []
  thread.on('message', (committed: number) => {
    for (const resolve of waiting.splice(0, committed)) resolve()
  })
  return {
    /** Resolves when it is on disk. */
    insert(values: Values): Promise<void> {
      thread.postMessage(values)
      return new Promise((resolve) => waiting.push(resolve))
    },
    close: () => thread.terminate(),
  }
}

if (!isMainThread && parentPort) {
  const port = parentPort
  const { path, table, insert } = workerData as Told
  const database = new DatabaseSync(path)
  database.exec(`pragma journal_mode = wal; pragma synchronous = full; ${table}`)
  const [begin, one, commit] = ['begin immediate', insert, 'commit'].map((sql) => database.prepare(sql))
  port.on('message', (first: Values) => {
    let group = 0
    begin?.run()
    for (let next: Values | undefined = first; next; next = receiveMessageOnPort(port)?.message) {
      one?.run(...next)
      group += 1
    }
    commit?.run()
    port.postMessage(group)
  })
}
