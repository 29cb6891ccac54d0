import { rmSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { besideName } from '../documents/collection-table.ts'
import { dataFormat } from '../file/data-format.ts'
import { makePrivateFile } from '../file/private-files.ts'
import { isLeftOut, type LeftOut } from './logged-requests.ts'

/** `path`: the data file. `into`: replaced when it exists. */
export type BaseOptions = { readonly path: string; readonly into: string; readonly leftOut: LeftOut }

type Entry = { readonly type: string; readonly name: string; readonly tbl_name: string; readonly sql: string }

/** Tables of the shipping itself. */
const ownTables: ReadonlySet<string> = new Set(['backup_log', 'backup_state', 'sqlite_sequence', 'sqlite_stat1'])

/** @returns number of the last logged commit that the copy has. @throws the error of the disk or of SQLite */
export const copyBase = ({ path, into, leftOut }: BaseOptions): number => {
  rmSync(into, { force: true })
  makePrivateFile(into)
  const copy = new DatabaseSync(into)
  try {
    copy.exec('pragma journal_mode = off; pragma synchronous = off; pragma secure_delete = on')
    copy.prepare('attach ? as data').run(`${pathToFileURL(path).href}?mode=ro`)
    copy.exec('begin')
    const number = Number(copy.prepare('select max(number) as number from data.backup_log').get()?.number ?? 0)
    copyTables(copy, leftOut)
    copy.exec(`pragma user_version = ${dataFormat}; commit`)
    return number
  } finally {
    copy.close()
  }
}

/** All in one transaction, which sees the data as they were at its first read. */
const copyTables = (copy: DatabaseSync, leftOut: LeftOut): void => {
  const collections = copy.prepare('select service, name from data.collections').all()
  const views = (collections as { service: string; name: string }[]).filter(({ service, name }) =>
    isLeftOut(leftOut, service, name),
  )
  const viewTables = views.flatMap(({ service, name }) => [`${service}/${name}`, `${service}/${besideName(name)}`])
  const isCopied = (table: string) =>
    !ownTables.has(table) && !viewTables.some((view) => table === view || table.startsWith(`${view}#`))
  const all = copy.prepare('select type, name, tbl_name, sql from data.sqlite_schema where sql is not null').all()
  const entries = (all as unknown as Entry[]).filter(({ tbl_name }) => isCopied(tbl_name))
  for (const { type, name, sql } of entries) {
    if (type !== 'table') continue
    copy.exec(sql)
    if (!name.endsWith(`/${leftOut.keys}`)) copy.exec(`insert into main."${name}" select * from data."${name}"`)
  }
  // Triggers would count the rows twice.
  for (const { type, sql } of entries) if (type !== 'table') copy.exec(sql)
  copy.exec('delete from main.sqlite_sequence; insert into main.sqlite_sequence select * from data.sqlite_sequence')
  const forget = copy.prepare('delete from main.collections where service = ? and name = ?')
  for (const { service, name } of views) forget.run(service, name)
  copy.prepare('delete from main.checkpoints where substr(name, 1, length(?1)) = ?1').run(leftOut.viewCheckpoints)
}
