import { type Checkpoint, DeclaredDifferently, DocumentsDamaged, NotUnique } from '../../../ports/document-store.ts'
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
  /** The table's name without the service. */
  readonly stored: string
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
  if (known && !isAlike(known, declared)) throw new DeclaredDifferently(name)
  if (!known) makeTable(connection, declared)
  else if (known.spec !== spec)
    connection.prepare('update collections set spec = ? where service = ? and name = ?').run(spec, service, name)
  makeIndexes(connection, declared)
  makeCounters(connection, declared)
}

/** @throws DocumentsDamaged when what is stored of the declaration cannot be read */
const isAlike = (known: Parameters<typeof declaredAlike>[0], declared: Declaration): boolean => {
  try {
    return declaredAlike(known, declared)
  } catch (error) {
    throw new DocumentsDamaged(declared.name, error)
  }
}

const makeTable = (connection: Connection, { service, name, spec, shape, stored, make }: Declaration): void => {
  for (const statement of make) connection.exec(statement)
  connection
    .prepare('insert into collections (service, name, spec, shape, stored) values (?, ?, ?, ?, ?)')
    .run(service, name, spec, shape, stored)
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

const makeCounters = (connection: Connection, { service, stored, counters }: Declaration): void => {
  const made = tablesBeginning(connection, counterPrefix(service, stored))
  for (const { table, statements } of counters) {
    if (!made.includes(table)) for (const statement of statements) connection.exec(statement)
  }
}

/** Quoted. */
export const tablesBeginning = (connection: Connection, prefix: string): string[] =>
  connection
    .prepare(`select name from sqlite_master where type = 'table' and substr(name, 1, length(?1)) = ?1`)
    .all(prefix)
    .map(({ name }) => `"${name}"`)

type Exchanged = {
  readonly service: string
  /** Each collection with the name, without the service, of the table that it has from then on. */
  readonly stored: readonly (readonly [collection: string, table: string])[]
  readonly checkpoints: readonly Checkpoint[]
}

/**
 * Two collections change their tables. The request names the tables, so that one whose answer was lost can be sent again
 * and does not change them back.
 */
export const exchangeCollections = (connection: Connection, { service, stored, checkpoints }: Exchanged): void => {
  const setStored = connection.prepare('update collections set stored = ? where service = ? and name = ?')
  for (const [collection, table] of stored) setStored.run(table, service, collection)
  writeDocuments(connection, { service, rows: [], checkpoints })
}

/** `table` is quoted. */
type InTable = { readonly collection: string; readonly table: string }

/** A damaged table ends the request and not the writer: all other tables can still be written. @throws DocumentsDamaged */
const unlessDamaged = <Done>(collection: string, write: () => Done): Done => {
  try {
    return write()
  } catch (error) {
    throw sqliteCode(error) === sqliteErrors.corrupt ? new DocumentsDamaged(collection, error) : error
  }
}

/** @returns whether the table and its indexes agree afterwards. @throws DocumentsDamaged */
export const reindexCollection = (connection: Connection, { collection, table }: InTable): boolean =>
  unlessDamaged(collection, () => {
    connection.exec(`reindex ${table}`)
    const findings = connection.prepare(`pragma integrity_check(${table})`).all()
    return findings.every(({ integrity_check }) => integrity_check === 'ok')
  })

export const writeDocuments = (connection: Connection, { service, rows, checkpoints }: DocumentBatch): boolean[] => {
  const taken = rows.map((row) => unlessDamaged(row.collection, () => writeRow(connection, row)))
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

type Forgotten = InTable & { readonly id: string }

/** @throws DocumentsDamaged */
export const forgetDocument = (connection: Connection, { collection, table, id }: Forgotten): void =>
  unlessDamaged(collection, () => void connection.prepare(`delete from ${table} where _id = ?`).run(id))

/**
 * Groups' positions too: they belong to a store that is no longer used, and their names may have a prefix before the
 * service's.
 */
export const forgetCheckpoints = (connection: Connection, { service }: { service: string }): void => {
  connection.prepare('delete from checkpoints where service = ?').run(service)
  connection.prepare('delete from group_positions').run()
}

type Discarded = InTable & { readonly ids: readonly string[] }

/** @throws DocumentsDamaged */
export const discardDocuments = (connection: Connection, { collection, table, ids }: Discarded): void =>
  unlessDamaged(collection, () => {
    connection.prepare(`delete from ${table} where _id in (select value from json_each(?))`).run(JSON.stringify(ids))
  })
