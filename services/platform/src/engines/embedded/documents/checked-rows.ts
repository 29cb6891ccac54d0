import {
  type Damage,
  DocumentsDamaged,
  type Examined,
  type Filter,
  type Page,
  type Where,
} from '../../../ports/document-store.ts'
import { wantedValues } from '../../declared-fields.ts'
import type { PageEnd } from '../../page-cursor.ts'
import { type Connection, sqliteCode, sqliteErrors } from '../file/connection.ts'
import { type CollectionTable, documentColumns } from './collection-table.ts'

type Row = { readonly [column: string]: unknown }
type Tell = (damage: Damage) => void

/** @returns null for a row that differs from its checksum, or whose document cannot be unpacked */
export const readRow = (made: CollectionTable, row: Row): { readonly document: object | null } | null => {
  if (made.sum(made.summed.map((column) => row[column])) !== row._sum) return null
  try {
    return { document: row._document === null ? null : made.kept.unpack(row) }
  } catch {
    return null
  }
}

/**
 * The documents of a page, without those of damaged rows and without rows that only a damaged index brings here.
 * @returns with the end of the page: its last sound row
 */
export const soundDocuments = (
  made: CollectionTable,
  tell: Tell,
  rows: readonly Row[],
  { where = {} }: Filter,
): { readonly page: Pick<Page<object>, 'documents' | 'leftOut'>; readonly last: PageEnd | null } => {
  const { name: collection } = made.spec
  const isAsked = askedTest(made, where)
  const documents: object[] = []
  let last: PageEnd | null = null
  for (const row of rows) {
    const read = readRow(made, row)
    if (read?.document && isAsked(row)) {
      documents.push(read.document)
      last = [row._sort, row._id] as unknown as PageEnd
    } else tell({ collection, id: read ? null : String(row._id) })
  }
  const leftOut = rows.length - documents.length
  return { page: leftOut > 0 ? { documents, leftOut } : { documents }, last }
}

/** Whether a row has the values by which an index found it. */
const askedTest = ({ spec }: CollectionTable, where: Where): ((row: Row) => boolean) => {
  const wanted = Object.entries(where).map(([field, value]) => ({ field, values: wantedValues(spec, field, value) }))
  return (row) => wanted.every(({ field, values }) => values.includes((row[field] ?? null) as never))
}

/** Compares rows with their checksums. @throws DocumentsDamaged when SQLite cannot read the table */
export const examineRows = (
  made: CollectionTable,
  { reader, tell }: { readonly reader: Connection; readonly tell: Tell },
  { after, max }: { readonly after: string | null; readonly max: number },
): Examined => {
  const { spec, table } = made
  const from = after === null ? `>= ''` : '> ?'
  const sql = `select ${documentColumns(made)} from ${table} where _id ${from} order by _id limit ?`
  try {
    const rows = reader.prepare(sql).all(...(after === null ? [] : [after]), max)
    const differing = rows.filter((row) => !readRow(made, row)).map(({ _id }) => String(_id))
    for (const id of differing) tell({ collection: spec.name, id })
    return { next: rows.length < max ? null : String(rows.at(-1)?._id), differing }
  } catch (error) {
    throw tellUnreadable(error, spec.name, tell)
  }
}

const unreadable: ReadonlySet<number | null> = new Set([sqliteErrors.corrupt, sqliteErrors.notADatabase])
/** A table, an index or a column whose name is damaged in the file's own list of them. */
const missing = /^no such (table|index|column)|malformed/

/** The error that a reader gets: DocumentsDamaged when SQLite says that the file is damaged, and then it is told. */
export const tellUnreadable = (error: unknown, collection: string, tell: Tell): unknown => {
  const code = sqliteCode(error)
  const isDamaged = unreadable.has(code) || (code === sqliteErrors.error && missing.test((error as Error).message))
  if (!isDamaged) return error
  tell({ collection, id: null })
  return new DocumentsDamaged(collection, error)
}
