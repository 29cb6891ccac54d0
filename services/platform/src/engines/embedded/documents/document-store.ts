import {
  type Checkpoint,
  type Collection,
  type CollectionSpec,
  type Damage,
  type DocumentStore,
  DocumentsDamaged,
  type DocumentWrite,
} from '../../../ports/document-store.ts'
import { assertName } from '../../declared-fields.ts'
import type { Connection } from '../file/connection.ts'
import type { Writer } from '../writer/writer.ts'
import { examineRows } from './checked-rows.ts'
import { besideName, type CollectionTable, collectionTable, declaration, tableRow } from './collection-table.ts'
import { counterPrefix } from './counters.ts'
import { openDamageListeners } from './damage-listeners.ts'
import type { DocumentBatch } from './document-writes.ts'
import { openCollection } from './open-collection.ts'
import { openRowSums, type RowSum } from './row-sum.ts'
import { openStoredNames } from './stored-names.ts'

type Declared = { made: CollectionTable; readonly collection: Collection<object> }

export type EmbeddedDocumentStore = DocumentStore & {
  /**
   * For damage that an examination of the whole file has found in a table: ignored when the collection has another table
   * by now.
   */
  tellFound(table: string, damage: Damage): void
  /** The batch in the form that the writer takes. */
  asWritten(writes: readonly DocumentWrite[], checkpoints: readonly Checkpoint[]): DocumentBatch
}

/**
 * Every frequent combination of filters should have an index of exactly these fields.
 * @param rowKey of the checksums of the file's rows
 */
export const openDocumentStore = (
  service: string,
  { reader, writer, rowKey }: { readonly reader: Connection; readonly writer: Writer; readonly rowKey: string },
): EmbeddedDocumentStore => {
  const { tell, onDamage } = openDamageListeners()
  const tables = openTables(service, { reader, writer, rowSum: openRowSums(rowKey), tell })
  const { known } = tables
  const tellOfWrite = (error: unknown): never => {
    if (error instanceof DocumentsDamaged) tell({ collection: error.collection, id: null })
    throw error
  }
  const write = (writes: readonly DocumentWrite[], checkpoints: readonly Checkpoint[] = [], ahead = false) =>
    writer.write('writeDocuments', asWritten(writes, checkpoints), ahead).catch(tellOfWrite)

  const asWritten: EmbeddedDocumentStore['asWritten'] = (writes, checkpoints) => {
    const rows = writes.map((write) => tableRow(known(write.collection).made, write))
    return { service, rows, checkpoints, erases: writes.some(({ erases }) => erases) }
  }

  return {
    asWritten,
    tellFound(table, damage) {
      if (tables.owns(damage.collection, table)) tell(damage)
    },
    async collection<D extends object>(spec: CollectionSpec) {
      return (await tables.collection(spec)) as Collection<D>
    },
    async collections() {
      const rows = reader.prepare('select name from collections where service = ?').all(service)
      return rows.map(({ name }) => String(name))
    },
    write: async (writes, checkpoints) => write(writes, checkpoints),
    writeAhead: async (writes, checkpoints) => write(writes, checkpoints, true),
    ...checkpointsIn(service, reader),
    async forgetCheckpoints() {
      await writer.write('forgetCheckpoints', { service })
    },
    async forget(collection, id) {
      const { table } = known(collection).made
      await writer.write('forgetDocument', { collection, table, id }).catch(tellOfWrite)
    },
    async discard(collection, ids) {
      const { table } = known(collection).made
      await writer.write('discardDocuments', { collection, table, ids }).catch(tellOfWrite)
    },
    drop: tables.drop,
    async examineRows(collection, after, max) {
      const made = tables.find(collection)?.made
      return made ? examineRows(made, { reader, tell }, { after, max }) : { next: null, differing: [] }
    },
    onDamage,
    reindex: (collection) => writer.write('reindexCollection', { collection, table: known(collection).made.table }),
    beside: tables.beside,
    exchange: tables.exchange,
  }
}

type Parts = {
  readonly reader: Connection
  readonly writer: Writer
  readonly rowSum: RowSum
  readonly tell: (damage: Damage) => void
}

/** The collections that this process has declared, each with its table now. */
const openTables = (service: string, { reader, writer, rowSum, tell }: Parts) => {
  const stored = openStoredNames(reader, service)
  const declared = new Map<string, Declared>()
  const toTable = (spec: CollectionSpec) => collectionTable(service, spec, rowSum, stored.get(spec.name))
  const known = (collection: string): Declared => {
    const found = declared.get(collection)
    if (!found) throw new Error(`collection ${collection} is not declared`)
    return found
  }
  const declare = async (spec: CollectionSpec): Promise<Collection<object>> => {
    const made = toTable(spec)
    const asDeclared = declaration(service, made)
    await writer.write('declareCollection', asDeclared)
    stored.declared(spec.name, asDeclared.stored)
    const one: Declared = { made, collection: openCollection(spec, () => one.made, { reader, tell }) }
    declared.set(spec.name, one)
    return one.collection
  }
  const drop = async (name: string, checkpoints: readonly string[] = []): Promise<void> => {
    assertName(name)
    await writer.write('dropCollection', { service, name, stored: stored.get(name), checkpoints })
    stored.dropped(name)
    declared.delete(name)
  }
  return {
    known,
    find: (collection: string): Declared | undefined => declared.get(collection),
    owns(collection: string, table: string): boolean {
      const name = stored.get(collection)
      return table === `${service}/${name}` || table.startsWith(counterPrefix(service, name))
    },
    async collection(spec: CollectionSpec): Promise<Collection<object>> {
      const before = declared.get(spec.name)?.collection
      return before?.spec === spec ? before : declare(spec)
    },
    drop,
    async beside(spec: CollectionSpec): Promise<string> {
      const name = besideName(spec.name)
      await drop(name)
      await declare({ ...spec, name })
      return name
    },
    async exchange(collection: string, checkpoints: readonly Checkpoint[]): Promise<void> {
      const other = besideName(collection)
      const both = [known(collection), known(other)]
      const exchanged = [
        [collection, stored.get(other)],
        [other, stored.get(collection)],
      ] as const
      await writer.write('exchangeCollections', { service, stored: exchanged, checkpoints })
      for (const [name, table] of exchanged) stored.declared(name, table)
      for (const each of both) each.made = toTable(each.made.spec)
    },
  }
}

const checkpointsIn = (
  service: string,
  reader: Connection,
): Pick<DocumentStore, 'checkpoint' | 'checkpoints' | 'furthestCheckpoint'> => ({
  async checkpoint(name) {
    const row = reader.prepare('select position from checkpoints where service = ? and name = ?').get(service, name)
    return (row?.position ?? null) as number | null
  },
  async checkpoints(names) {
    const rows = reader
      .prepare('select name, position from checkpoints where service = ? and name in (select value from json_each(?))')
      .all(service, JSON.stringify(names))
    return new Map(rows.map(({ name, position }) => [String(name), Number(position)]))
  },
  async furthestCheckpoint() {
    const row = reader
      .prepare(
        'select position, event from checkpoints where service = ? order by event is null, position desc limit 1',
      )
      .get(service)
    return row ? { position: Number(row.position), event: row.event as string | null } : null
  },
})
