import { type Db, type Collection as MongoCollection, MongoServerError } from 'mongodb'
import type { Collection, CollectionSpec, DocumentStore, FindOptions, Page } from '../ports/document-store.ts'
import { assertName, assertSound, specText } from './declared-fields.ts'
import { indexesOf, indexKey, type Kept, newestFirst, query } from './mongodb-queries.ts'
import { DUPLICATE_KEY, type KeptCollection, type Reaching, writeAll } from './mongodb-writes.ts'
import { fromCursor, toCursor } from './page-cursor.ts'

type Declared = KeptCollection & { readonly collection: Collection<object> }

const NO_SUCH_COLLECTION = 26

/**
 * A service's documents. Beyond and below the port's promises:
 * - `write` has no transaction. It writes the documents of collections with unique fields first, then the others, and
 *   the checkpoint last, each durable on a majority. `NotUnique` leaves standing the batch's other documents that have
 *   unique fields, and nothing else. A crash in between leaves some documents written and the checkpoint where it
 *   was; the batch sent again completes it, for the guard takes what is there for late.
 * - `count` walks an index, whatever is to be counted: counters beside documents would need a transaction.
 * - `forget` takes a record out of every answer. Its bytes stay on the disk until MongoDB reuses the space, and in
 *   the oplog until that rolls over: the disk must be encrypted where that matters.
 */
export function openDocuments(database: Db, reaching: Reaching): DocumentStore {
  const declared = new Map<string, Declared>()
  const specs = database.collection<{ _id: string; spec: string }>('_collections')
  const checkpoints = database.collection<{ _id: string; position: number }>('_checkpoints')
  const known = (collection: string) => {
    const found = declared.get(collection)
    if (!found) throw new Error(`collection ${collection} is not declared`)
    return found
  }
  const declare = async (spec: CollectionSpec): Promise<Declared> => {
    assertSound(spec)
    const kept = database.collection<Kept>(spec.name)
    await reaching(() => makeCollection(specs, kept, spec))
    return { spec, kept, collection: openCollection(spec, kept, reaching) }
  }

  return {
    async collection<D extends object>(spec: CollectionSpec) {
      const before = declared.get(spec.name)
      const made = before && specText(before.spec) === specText(spec) ? before : await declare(spec)
      declared.set(spec.name, made)
      return made.collection as Collection<D>
    },
    async write(writes, checkpoint) {
      const taken = await writeAll(known, reaching, writes)
      if (checkpoint) {
        const { name, position } = checkpoint
        await reaching(() => checkpoints.replaceOne({ _id: name }, { position }, { upsert: true }))
      }
      return taken
    },
    async checkpoint(name) {
      return (await reaching(() => checkpoints.findOne({ _id: name })))?.position ?? null
    },
    async forget(collection, id) {
      const { kept } = known(collection)
      await reaching(() => kept.deleteOne({ _id: id }))
    },
    async drop(collection) {
      assertName(collection)
      // In this order: a record without its collection makes it anew, a collection without its record would be found full.
      await reaching(() => database.dropCollection(collection).catch(unlessCode(NO_SUCH_COLLECTION)))
      await reaching(() => specs.deleteOne({ _id: collection }))
      declared.delete(collection)
    },
  }
}

const unlessCode = (code: number) => (error: unknown) => {
  if (!(error instanceof MongoServerError && error.code === code)) throw error
}

/** The record comes last: while it is missing, nobody relies on the indexes. */
async function makeCollection(
  specs: MongoCollection<{ _id: string; spec: string }>,
  kept: MongoCollection<Kept>,
  spec: CollectionSpec,
): Promise<void> {
  const assertSame = async () => {
    const before = await specs.findOne({ _id: spec.name })
    if (before && before.spec !== specText(spec)) {
      throw new Error(`collection ${spec.name} was declared differently before: give the new one a new name`)
    }
  }
  await assertSame()
  for (const { name, fields } of indexesOf(spec)) await kept.createIndex(indexKey(fields), { name })
  for (const field of spec.unique ?? []) {
    await kept.createIndex({ [`unique.${field}`]: 1 }, { name: `unique_${field}`, unique: true, sparse: true })
  }
  await specs.insertOne({ _id: spec.name, spec: specText(spec) }).catch(unlessCode(DUPLICATE_KEY))
  await assertSame()
}

function openCollection(spec: CollectionSpec, kept: MongoCollection<Kept>, reaching: Reaching): Collection<object> {
  const getVersioned: Collection<object>['getVersioned'] = async (id) => {
    const found = await reaching(() => kept.findOne({ _id: id }))
    return found && { document: parsed(found), version: found.version }
  }
  return {
    spec,
    get: async (id) => (await getVersioned(id))?.document ?? null,
    getVersioned,
    async find({ where = {}, limit, after, ...within }: FindOptions): Promise<Page<object>> {
      const { filter, hint } = query(spec, where, within, after ? fromCursor(after) : null)
      const cursor = kept.find(filter, { sort: newestFirst, limit: limit + 1, ...(hint ? { hint } : {}) })
      const found = await reaching(() => cursor.toArray())
      const last = found.length > limit ? found[limit - 1] : undefined
      return {
        documents: found.slice(0, limit).map((one) => parsed(one) as object),
        next: last ? toCursor([last.sort as string | number, last._id]) : null,
      }
    },
    async count(where = {}, within = {}) {
      const { filter, hint } = query(spec, where, within)
      return reaching(() => kept.countDocuments(filter, hint ? { hint } : {}))
    },
  }
}

const parsed = ({ document }: Kept): object | null => (document === undefined ? null : JSON.parse(document))
