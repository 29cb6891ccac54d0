import { existsSync, readFileSync } from 'node:fs'
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { workerData } from 'node:worker_threads'
import type { WriterData } from './writing.ts'

/**
 * For tests: the writer's thread on a disk that fails at every commit while `<file>.failing` exists, with the SQLite
 * code in that file.
 */
const failing = `${(workerData as WriterData).path}.failing`
const { prepare, exec } = DatabaseSync.prototype

const failIfAsked = (): void => {
  if (!existsSync(failing)) return
  throw Object.assign(new Error('the disk failed'), { errcode: Number(readFileSync(failing, 'utf8')) })
}

DatabaseSync.prototype.prepare = function prepared(sql): StatementSync {
  const statement: StatementSync = Reflect.apply(prepare, this, [sql])
  if (sql !== 'commit') return statement
  const { run } = statement
  statement.run = (...values: unknown[]) => {
    failIfAsked()
    return Reflect.apply(run, statement, values)
  }
  return statement
}
DatabaseSync.prototype.exec = function executed(sql): void {
  if (sql.includes('commit')) failIfAsked()
  Reflect.apply(exec, this, [sql])
}

await import('./writer-thread.ts')
