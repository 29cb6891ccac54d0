import { openSync, writeSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'

/**
 * Loaded before the product (`--import`), in each of its threads: a file grows by one byte with each transaction that
 * SQLite has committed. The product does not know about it.
 */
const file = process.env.TUMA_BENCH_COMMITS
const writing = /^\s*(insert|update|delete|replace|create|drop|alter)\b/i
const undoing = /^\s*rollback\b(?!\s+to\b)/i

if (file) {
  // Appending to a file needs no lock, so all threads count into the same one.
  const counted = openSync(file, 'a')
  const count = () => void writeSync(counted, '.')
  const counting =
    <Arguments extends unknown[], Answer>(database: DatabaseSync, sql: string, run: (...given: Arguments) => Answer) =>
    (...given: Arguments): Answer => {
      const wasOpen = database.isTransaction
      const answer = run(...given)
      if (!database.isTransaction && (wasOpen ? !undoing.test(sql) : writing.test(sql))) count()
      return answer
    }

  const { prepare, exec } = DatabaseSync.prototype
  DatabaseSync.prototype.prepare = function (this: DatabaseSync, ...given) {
    const statement = prepare.apply(this, given)
    for (const name of ['run', 'get', 'all'] as const)
      statement[name] = counting(this, given[0], (statement[name] as () => never).bind(statement))
    return statement
  }
  DatabaseSync.prototype.exec = function (this: DatabaseSync, sql) {
    return counting(this, sql, () => exec.call(this, sql))()
  }
}
