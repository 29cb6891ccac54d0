import { type Checkpoint, DeclaredDifferently, NotUnique } from '../../../ports/document-store.ts'
import { declaredAlike } from '../../declared-fields.ts'
import { type Connection, sqliteCode, sqliteErrors } from '../file/connection.ts'
import { counterPrefix } from './counters.ts'

export type Declaration = {
  readonly service: string
  readonly name: string
  /** The collection's specification as text that is equal for equal specifications. */
  readonly spec: string
  /** As text too; null when none is declared. */
  readonly shape: string | null
  /** Quoted. */
  readonly table: string
  readonly make: readonly string[]
  /** Existing indexes are dropped and made until they equal these; `as`: the text behind `create index`. */
  readonly indexes: readonly { readonly kind: 'index' | 'unique index'; readonly as: string }[]
  /** May be added to an existing collection. */
  readonly counters: readonly { readonly table: string; readonly statements: readonly string[] }[]
}

type Value = string | number | null

export type Row = {
  readonly collection: string
  /** Quoted, as are the columns. */
  readonly table: string
  readonly columns: readonly string[]
  /** One for each column; `_id` and `_version` are the first two. */
  readonly values: readonly [id: string, version: number, ...others: Value[]]
}

export type DocumentBatch = {
  readonly service: string
  readonly rows: readonly Row[]
  readonly checkpoints: readonly Checkpoint[]
  readonly erases?: boolean
}

export const declareCollection = (connection: Connection, declared: Declaration): void => {
  const { service, name, spec } = declared
  const known = connection
    .prepare('select spec, shape from collections where service = ? and name = ?')
    .get(service, name)
  if (known && !declaredAlike(known, declared)) throw new DeclaredDifferently(name)
  if (!known) makeTable(connection, declared)
  else if (known.spec !== spec)
    connection.prepare('update collections set spec = ? where service = ? and name = ?').run(spec, service, name)
  makeIndexes(connection, declared)
  makeCounters(connection, declared)
}

const makeTable = (connection: Connection, { service, name, spec, shape, make }: Declaration): void => {
  for (const statement of make) connection.exec(statement)
  connection
    .prepare('insert into collections (service, name, spec, shape) values (?, ?, ?, ?)')
    .run(service, name, spec, shape)
}

/** SQLite keeps the text that made an index, from its name on. */
const makeIndexes = (connection: Connection, { table, indexes }: Declaration): void => {
  const existing = connection
    .prepare(`select name, sql from sqlite_master where type = 'index' and tbl_name = ? and sql is not null`)
    .all(table.slice(1, -1))
    .map(({ name, sql }) => ({ name, as: String(sql).slice(String(sql).indexOf('"')) }))
  for (const { name, as } of existing)
    if (!indexes.some((index) => index.as === as)) connection.exec(`drop index "${name}"`)
  for (const { kind, as } of indexes)
    if (!existing.some((index) => index.as === as)) connection.exec(`create ${kind} ${as}`)
}

const makeCounters = (connection: Connection, { service, name, counters }: Declaration): void => {
  const made = tablesBeginning(connection, counterPrefix(service, name))
  for (const { table, statements } of counters) {
    if (!made.includes(table)) for (const statement of statements) connection.exec(statement)
  }
}

/** Quoted. */
const tablesBeginning = (connection: Connection, prefix: string): string[] =>
  connection
    .prepare(`select name from sqlite_master where type = 'table' and substr(name, 1, length(?1)) = ?1`)
    .all(prefix)
    .map(({ name }) => `"${name}"`)

const dropCounters = (connection: Connection, service: string, name: string): void => {
  for (const table of tablesBeginning(connection, counterPrefix(service, name))) connection.exec(`drop table ${table}`)
}

export const dropCollection = (
  connection: Connection,
  dropped: { service: string; name: string; table: string; checkpoints: readonly string[] },
): void => {
  dropCounters(connection, dropped.service, dropped.name)
  connection.exec(`drop table if exists ${dropped.table}`)
  connection.prepare('delete from collections where service = ? and name = ?').run(dropped.service, dropped.name)
  for (const name of dropped.checkpoints)
    connection.prepare('delete from checkpoints where service = ? and name = ?').run(dropped.service, name)
}

export const writeDocuments = (connection: Connection, { service, rows, checkpoints }: DocumentBatch): boolean[] => {
  const taken = rows.map((row) => writeRow(connection, row))
  for (const { name, position, event } of checkpoints)
    connection
      .prepare('insert or replace into checkpoints (service, name, position, event) values (?, ?, ?, ?)')
      .run(service, name, position, event ?? null)
  return taken
}

/**
 * Compares the version first: a late write must do nothing, and not fail on a unique value that another document has
 * now. Updates only changed columns, because SQLite writes each index of a column that is named, even if its value
 * stays.
 */
const writeRow = (connection: Connection, { collection, table, columns, values }: Row): boolean => {
  const { stands, insert, update } = statementsFor(table, columns)
  const [id, version] = values
  const stored = valuesFor(connection, stands, id)
  if (stored && Number(stored[1]) >= version) return false
  const changed = columns.flatMap((_, at) => (stored && stored[at] === values[at] ? [] : [at]))
  try {
    if (stored) connection.prepare(update(changed)).run(...changed.map((at) => values[at] as Value), id)
    else connection.prepare(insert).run(...values)
  } catch (error) {
    if (sqliteCode(error) !== sqliteErrors.constraint) throw error
    throw new NotUnique(collection, getField(error as Error))
  }
  return true
}

const valuesFor = (connection: Connection, sql: string, id: string): readonly Value[] | undefined => {
  const statement = connection.prepare(sql)
  statement.setReturnArrays(true)
  return statement.get(id) as unknown as readonly Value[] | undefined
}

type Statements = {
  readonly stands: string
  readonly insert: string
  /** @param changed places of columns */
  readonly update: (changed: readonly number[]) => string
}
/** By the list of columns, which all rows of a batch share. */
const written = new WeakMap<readonly string[], Statements>()

const statementsFor = (table: string, columns: readonly string[]): Statements => {
  const known = written.get(columns)
  if (known) return known
  const all = columns.join(', ')
  const made: Statements = {
    stands: `select ${all} from ${table} where _id = ?`,
    insert: `insert into ${table} (${all}) values (${columns.map(() => '?').join(', ')})`,
    update: (changed) => `update ${table} set ${changed.map((at) => `${columns[at]} = ?`).join(', ')} where _id = ?`,
  }
  written.set(columns, made)
  return made
}

/** SQLite says `UNIQUE constraint failed: table.column`. */
const getField = (error: Error) => error.message.slice(error.message.lastIndexOf('.') + 1)

export const forgetDocument = (connection: Connection, { table, id }: { table: string; id: string }): void => {
  connection.prepare(`delete from ${table} where _id = ?`).run(id)
}

/**
 * Groups' positions too: they belong to a store that is no longer used, and their names may have a prefix before the
 * service's.
 */
export const forgetCheckpoints = (connection: Connection, { service }: { service: string }): void => {
  connection.prepare('delete from checkpoints where service = ?').run(service)
  connection.prepare('delete from group_positions').run()
}

type Discarded = { readonly table: string; readonly ids: readonly string[] }

export const discardDocuments = (connection: Connection, { table, ids }: Discarded): void => {
  connection.prepare(`delete from ${table} where _id in (select value from json_each(?))`).run(JSON.stringify(ids))
}
