import { DatabaseSync, type StatementSync } from 'node:sqlite'

/** A SQLite connection that prepares each statement once, and again after very many other statements. */
export type Connection = {
  exec(sql: string): void
  prepare(sql: string): StatementSync
  /** For a damaged table, which SQLite cannot drop: its own list of tables may be written inside the call. */
  withWritableSchema(act: () => void): void
  close(): void
}

const busyTimeoutMs = 5000
const cacheKiB = 32 * 1024
const maxStatements = 2000

/** @param onCorrupt called whenever SQLite says that the file is damaged */
const connect = (database: DatabaseSync, onCorrupt?: () => void): Connection => {
  const statements = new Map<string, StatementSync>()
  return {
    exec: (sql) => database.exec(sql),
    prepare(sql) {
      const known = statements.get(sql)
      if (known) return known
      // Searches make statements of all kinds, so the oldest one is dropped.
      const [oldest] = statements.size < maxStatements ? [] : statements.keys()
      if (oldest !== undefined) statements.delete(oldest)
      const statement = watchCorruption(database.prepare(sql), onCorrupt)
      statements.set(sql, statement)
      return statement
    },
    withWritableSchema(act) {
      database.enableDefensive(false)
      database.exec('pragma writable_schema = on')
      try {
        act()
      } finally {
        database.exec('pragma writable_schema = reset')
        database.enableDefensive(true)
      }
    },
    close: () => database.close(),
  }
}

const watchCorruption = (statement: StatementSync, onCorrupt?: () => void): StatementSync => {
  if (!onCorrupt) return statement
  const watched =
    (ask: (...values: never[]) => unknown) =>
    (...values: unknown[]): unknown => {
      try {
        return Reflect.apply(ask, statement, values)
      } catch (error) {
        const code = sqliteCode(error)
        if (code === sqliteErrors.corrupt || code === sqliteErrors.notADatabase) onCorrupt()
        throw error
      }
    }
  return Object.assign(statement, { all: watched(statement.all), get: watched(statement.get) })
}

/**
 * `logPages`: how long the log becomes before it is moved into the file; `cacheKiB`: the pages that are kept in memory.
 */
type Writing = { readonly synchronous: 'full' | 'off'; readonly logPages: number; readonly cacheKiB: number }

/**
 * 64 MB of log: a page that changes often is written to the file less often. After a crash a start reads up to that
 * much.
 */
export const whileUsed: Writing = { synchronous: 'full', logPages: 16 * 1024, cacheKiB }
/** From that length on the log of the data file is moved into the file, with SQLite's usual pages. */
export const logLimitBytes = whileUsed.logPages * 4096
/** The maximum of the data file that each of the two connections keeps in memory while it is used. */
export const pageCacheBytes = whileUsed.cacheKiB * 1024

/**
 * 1.6 GB of log, 2 GB of pages. New rows touch pages of every index anywhere in the file: with the settings for use,
 * 50,000 deliveries wrote 19 GB; with these it is 2.3.
 */
export const whileFilling: Writing = { synchronous: 'off', logPages: 400 * 1024, cacheKiB: 2 * 1024 * 1024 }

/**
 * Where SQLite stores the old state of what a statement changes, in case the rest of it fails. In a file in the
 * temporary folder that was a fifth of all that was written; a copy of the whole file does not fit into memory.
 */
const putAside = 'pragma temp_store = memory'

export const openForWriting = (path: string, { synchronous, logPages, cacheKiB } = whileUsed): Connection => {
  const database = new DatabaseSync(path, { timeout: busyTimeoutMs })
  database.exec(`
    pragma journal_mode = wal;
    pragma synchronous = ${synchronous};
    pragma wal_autocheckpoint = ${logPages};
    pragma secure_delete = on;
    ${putAside};
    pragma cache_size = -${cacheKiB}`)
  return connect(database)
}

/** Rewrites the whole file. */
export const rewriteAll = (connection: Connection): void => {
  connection.exec('pragma temp_store = file')
  try {
    connection.exec('vacuum')
  } finally {
    connection.exec(putAside)
  }
}

/** @param onCorrupt called whenever SQLite says that the file is damaged */
export const openForReading = (path: string, onCorrupt?: () => void): Connection => {
  const database = new DatabaseSync(path, { readOnly: true, timeout: busyTimeoutMs })
  database.exec(`pragma cache_size = -${cacheKiB}`)
  return connect(database, onCorrupt)
}

/** A write waits no longer than this for a reader of the log. */
export const besideWritesMs = 100

/**
 * Moves all of the log into the file and empties the log.
 * @param patienceMs how long to wait for readers, while no write is possible
 * @returns whether the log is empty: a long reader, such as a backup, still needs its pages
 */
export const checkpoint = (connection: Connection, patienceMs = busyTimeoutMs): boolean => {
  connection.exec(`pragma busy_timeout = ${patienceMs}`)
  const done = connection.prepare('pragma wal_checkpoint(truncate)').get()
  connection.exec(`pragma busy_timeout = ${busyTimeoutMs}`)
  return done?.busy === 0
}

/** SQLite's primary result code, null for an error that is not SQLite's. */
export const sqliteCode = (error: unknown): number | null => {
  const code = error instanceof Error && 'errcode' in error ? error.errcode : null
  return typeof code === 'number' ? code & 0xff : null
}

export const sqliteErrors = {
  error: 1,
  busy: 5,
  corrupt: 11,
  full: 13,
  tooBig: 18,
  constraint: 19,
  mismatch: 20,
  notADatabase: 26,
} as const
