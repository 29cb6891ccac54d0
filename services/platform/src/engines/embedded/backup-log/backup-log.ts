import { Worker } from 'node:worker_threads'
import type { Connection } from '../file/connection.ts'
import type { Writer } from '../writer/writer.ts'
import type { BaseOptions } from './copy-base.ts'
import type { LeftOut, LoggedKeys } from './logged-requests.ts'

/** A commit as it was logged. `at`: milliseconds since 1970, when it was asked for. `requests`: serialized by V8. */
export type LoggedCommit = {
  readonly number: number
  readonly at: number
  readonly requests: Uint8Array
  readonly keys: readonly LoggedKeys[]
}
/** A row of a service's personal keys, as it is stored. */
export type KeyRow = {
  readonly service: string
  readonly id: string
  readonly version: number
  readonly key: string
  readonly sum: number
}

/** What a data file offers to the process that ships it. */
export type BackupLog = {
  /** Changes whenever commits may be missing from the log. */
  id(): string
  /** As noted last; null before the first note. */
  state(): string | null
  /** The oldest commits after that number, at least one if there is one. */
  waiting(after: number, maxBytes: number): LoggedCommit[]
  /** Number of the newest commit; 0 before the first. */
  last(): number
  /** On disk when it resolves: commits up to `through` are at the place. @throws EngineAway */
  note(through: number, state: string): Promise<void>
  /** The keys of these people. A person without a row is left out. */
  keysOf(service: string, ids: readonly string[]): KeyRow[]
  /** All keys, in pages. */
  allKeys(): Generator<KeyRow[]>
  /**
   * Copies all but read models and keys into a new file, as it was after one commit, beside running writes.
   * @returns number of that commit
   */
  copyBase(into: string): Promise<number>
}

const pageRows = 1000

export const openBackupLog = (path: string, reader: Connection, writer: Writer, leftOut: LeftOut): BackupLog => {
  const value = (sql: string) => Object.values(reader.prepare(sql).get() ?? {})[0] ?? null
  const columns = '_id as id, _version as version, _document as key'
  const toRows = (service: string, rows: readonly unknown[]): KeyRow[] =>
    rows.map((row) => ({ service, ...(row as Omit<KeyRow, 'service'>) }))
  const table = (service: string) => `"${service}/${leftOut.keys}"`

  return {
    id: () => String(value('select log from backup_state')),
    state: () => value('select state from backup_state') as string | null,
    last: () => Number(value('select max(number) from backup_log') ?? 0),
    waiting(after, maxBytes) {
      const commits: LoggedCommit[] = []
      let bytes = 0
      for (const row of reader.prepare('select * from backup_log where number > ? order by number').iterate(after)) {
        const commit = { ...row, keys: JSON.parse(String(row.keys ?? '[]')) } as unknown as LoggedCommit
        if (commits.length > 0 && bytes + commit.requests.length > maxBytes) break
        bytes += commit.requests.length
        commits.push(commit)
      }
      return commits
    },
    note: (through, state) => writer.write('noteShipped', { through, state }),
    keysOf: (service, ids) =>
      toRows(
        service,
        reader
          .prepare(`select ${columns} from ${table(service)} where _id in (select value from json_each(?))`)
          .all(JSON.stringify(ids)),
      ),
    *allKeys() {
      const services = reader.prepare('select service from collections where name = ?').all(leftOut.keys)
      for (const { service } of services as { service: string }[]) {
        const page = `select ${columns} from ${table(service)} where _id > ? order by _id limit ${pageRows}`
        for (let after = ''; ; ) {
          const rows = toRows(service, reader.prepare(page).all(after))
          if (rows.length > 0) yield rows
          if (rows.length < pageRows) break
          after = rows.at(-1)?.id ?? ''
        }
      }
    },
    copyBase: (into) => inThread({ path, into, leftOut }),
  }
}

/** A large file takes seconds to copy, in which the product must answer. */
const inThread = (workerData: BaseOptions): Promise<number> =>
  new Promise((resolve, reject) => {
    const thread = new Worker(new URL('./base-thread.ts', import.meta.url), { workerData })
    thread.once('message', resolve)
    thread.once('error', reject)
    thread.once('exit', () => reject(new Error('the copy ended before it was whole')))
  })
