import { specIn } from '../../declared-fields.ts'
import { examineRows } from '../documents/checked-rows.ts'
import { type CollectionTable, collectionTable } from '../documents/collection-table.ts'
import { counterPrefix } from '../documents/counters.ts'
import { readRowKey } from '../documents/row-key.ts'
import { openRowSums } from '../documents/row-sum.ts'
import type { Connection } from './connection.ts'

/** What of a collection, or of another table, is not what was written. */
export type Finding = {
  /** As in the file: 'revenue', 'entries-v1'; null for a table that is no collection's. */
  readonly of: { readonly service: string; readonly collection: string } | null
  /** Without its quotes. */
  readonly table: string
  /** `indexes` can be made again from the rows; `derived`: counters or words, which are not in an index. */
  readonly part: 'rows' | 'indexes' | 'derived' | 'table'
}

const rowsAtOnce = 500

/**
 * Compares all tables with their indexes, all rows with their checksums, and counters and words with the rows that they
 * are made from.
 * @param withRows false: without the checksums, which the auditor compares
 * @yields after each table, so that a caller may rest in between
 * @throws FileDamaged when the key of the checksums is damaged
 */
export function* findDamage(
  reader: Connection,
  path: string,
  { withRows }: { readonly withRows: boolean },
): Generator<Finding[]> {
  const rowSum = openRowSums(readRowKey(reader, path))
  const declared = reader.prepare('select service, name, spec, shape, stored from collections').all()
  const collections = declared.map((row) => {
    const [service, name, stored] = [String(row.service), String(row.name), String(row.stored)]
    const spec = specIn(name, String(row.spec), row.shape as string | null)
    return { service, stored, made: collectionTable(service, spec, rowSum, stored) }
  })
  const tables = reader
    .prepare("select name from sqlite_schema where type = 'table' and name not like 'sqlite_%' order by name")
    .all()
  const exists = (name: string) => reader.prepare('select 1 from sqlite_schema where name = ?').get(name) !== undefined
  for (const name of tables.map((table) => String(table.name))) {
    const owner = collections.find(
      ({ service, stored }) => name === `${service}/${stored}` || name.startsWith(counterPrefix(service, stored)),
    )
    const of = owner ? { service: owner.service, collection: owner.made.spec.name } : null
    const isRows = owner?.made.table === `"${name}"`
    const parts = [...partsOfTable(reader, name, owner !== undefined && !isRows)]
    if (withRows && owner && isRows && !parts.includes('table')) parts.push(...partsOfRows(reader, owner.made))
    if (owner && !isRows && parts.length === 0 && !isDerived(reader, owner.made, name)) parts.push('derived')
    // A view that was filled again meanwhile has another table.
    yield exists(name) ? parts.map((part) => ({ of, table: name, part })) : []
  }
}

/** SQLite's sentences about an index that does not have what its table has. */
const aboutIndex = /(missing from|entries in|entry in) index|non-unique entry/

const partsOfTable = (reader: Connection, name: string, isDerivedTable: boolean): Set<Finding['part']> => {
  const said = unlessUnreadable(() => reader.prepare(`pragma integrity_check("${name}")`).all())
  if (said === null) return new Set([isDerivedTable ? 'derived' : 'table'])
  const sentences = said.map(({ integrity_check }) => String(integrity_check)).filter((sentence) => sentence !== 'ok')
  if (isDerivedTable && sentences.length > 0) return new Set(['derived'])
  return new Set(sentences.map((sentence) => (aboutIndex.test(sentence) ? 'indexes' : 'table')))
}

const partsOfRows = (reader: Connection, made: CollectionTable): Finding['part'][] => {
  const parts = { reader, tell: () => undefined }
  let after: string | null = null
  do {
    const examined = unlessUnreadable(() => examineRows(made, parts, { after, max: rowsAtOnce }))
    if (examined === null) return ['table']
    if (examined.differing.length > 0) return ['rows']
    after = examined.next
  } while (after !== null)
  return []
}

/** Whether counters or words are those of the rows, which are read without their indexes. Parts of the words are compared with the words. */
const isDerived = (reader: Connection, { table, wordsTable }: CollectionTable, name: string): boolean => {
  if (wordsTable?.parts === `"${name}"`) return true
  const [rows, derived] =
    wordsTable?.words === `"${name}"`
      ? [
          `select _row, value, _sort from ${table} not indexed, json_each(_words) where _live = 1`,
          `select _row, _word, _sort from "${name}"`,
        ]
      : countsOf(reader, table, name)
  const differing = `select 1 from (select * from (${rows} except ${derived}) union all select * from (${derived} except ${rows})) limit 1`
  const found = unlessUnreadable(() => reader.prepare(differing).all())
  return found?.length === 0
}

const countsOf = (reader: Connection, table: string, counter: string): [string, string] => {
  const columns = reader.prepare(`select name from pragma_table_info(?) where name <> '_rows'`).all(counter)
  const fields = columns.map(({ name }) => `"${name}"`)
  const grouped = fields.length > 0 ? `group by ${fields.join()}` : ''
  return [
    `select * from (select ${[...fields, 'count(*) as _rows'].join()} from ${table} not indexed where _live = 1 ${grouped}) where _rows <> 0`,
    `select ${[...fields, '_rows'].join()} from "${counter}" where _rows <> 0`,
  ]
}

const unlessUnreadable = <Answer>(read: () => Answer): Answer | null => {
  try {
    return read()
  } catch {
    return null
  }
}
