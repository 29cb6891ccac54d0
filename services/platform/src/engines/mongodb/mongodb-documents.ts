import { type Db, type Collection as MongoCollection, MongoServerError } from 'mongodb'
import {
  type Collection,
  type CollectionSpec,
  DeclaredDifferently,
  type DocumentStore,
  type FindOptions,
  type Page,
} from '../../ports/document-store.ts'
import { assertName, assertSound, countedBy, declaredAlike, shapeText, specText } from '../declared-fields.ts'
import { pageCursors } from '../page-cursor.ts'
import {
  indexKey,
  type Kept,
  newestFirst,
  oldestFirst,
  query,
  toIndexes,
  uniqueIndex,
  wordsIndex,
} from './mongodb-queries.ts'
import { duplicateKey, type KeptCollection, type Reaching, writeAll } from './mongodb-writes.ts'

type Declared = KeptCollection & { readonly collection: Collection<object> }

/** The first declaration; without a shape when it named none. */
type Declaration = { readonly _id: string; readonly spec: string; readonly shape?: string }

const noSuchCollection = 26

/**
 * A service's documents. More and less than the port's promises:
 * - `write` has no transaction. It writes the documents of collections with unique fields first, then the others, and
 *   the checkpoints last, each durable on a majority. After `NotUnique` only the batch's other documents with unique
 *   fields are written. A crash in between leaves some documents written and the checkpoints unchanged; repeating the
 *   batch completes it, because the version check skips what is written.
 * - `count` walks an index, because counters beside documents would need a transaction. So does `countUpTo` where other
 *   engines keep counters, so that the same numbers are exact everywhere.
 * - Rows found by a common beginning are sorted for each page, unless walking the sort order is cheaper.
 * - `forget` removes a record from every answer. Its bytes stay on the disk until MongoDB reuses the space, and in the
 *   oplog until that rolls over: encrypt the disk if that matters.
 */
export const openDocuments = (database: Db, reaching: Reaching): DocumentStore => {
  const declared = new Map<string, Declared>()
  const specs = database.collection<Declaration>('_collections')
  const checkpoints = database.collection<{ _id: string; position: number; event?: string }>('_checkpoints')
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
      const same = before && specText(before.spec) === specText(spec) && shapeText(before.spec) === shapeText(spec)
      const made = same ? before : await declare(spec)
      declared.set(spec.name, made)
      return made.collection as Collection<D>
    },
    async collections() {
      return (await reaching(() => specs.find().toArray())).map(({ _id }) => _id)
    },
    async write(writes, moved = []) {
      const taken = await writeAll(known, reaching, writes)
      const moves = moved.map(({ name, ...place }) => ({
        replaceOne: { filter: { _id: name }, replacement: place, upsert: true },
      }))
      if (moves.length > 0) await reaching(() => checkpoints.bulkWrite(moves))
      return taken
    },
    async checkpoint(name) {
      return (await reaching(() => checkpoints.findOne({ _id: name })))?.position ?? null
    },
    async checkpoints(names) {
      const found = await reaching(() => checkpoints.find({ _id: { $in: [...names] } }).toArray())
      return new Map(found.map(({ _id, position }) => [_id, position]))
    },
    async furthestCheckpoint() {
      const furthest = (filter: object) =>
        reaching(() => checkpoints.find(filter).sort({ position: -1 }).limit(1).next())
      const found = (await furthest({ event: { $exists: true } })) ?? (await furthest({}))
      return found && { position: found.position, event: found.event ?? null }
    },
    async forgetCheckpoints() {
      await reaching(() => checkpoints.deleteMany({}))
    },
    async forget(collection, id) {
      const { kept } = known(collection)
      await reaching(() => kept.deleteOne({ _id: id }))
    },
    async discard(collection, ids) {
      const { kept } = known(collection)
      await reaching(() => kept.deleteMany({ _id: { $in: [...ids] } }))
    },
    async drop(collection, filledBy = []) {
      assertName(collection)
      // In this order: a collection without checkpoints is filled again, a record without its collection makes it
      // again, but a collection without its record would be found full.
      if (filledBy.length > 0) await reaching(() => checkpoints.deleteMany({ _id: { $in: [...filledBy] } }))
      await reaching(() => database.dropCollection(collection).catch(unlessCode(noSuchCollection)))
      await reaching(() => specs.deleteOne({ _id: collection }))
      declared.delete(collection)
    },
  }
}

const unlessCode = (code: number) => (error: unknown) => {
  if (!(error instanceof MongoServerError && error.code === code)) throw error
}

/** The record comes last: while it is missing, no process relies on the indexes. */
const makeCollection = async (
  specs: MongoCollection<Declaration>,
  kept: MongoCollection<Kept>,
  spec: CollectionSpec,
): Promise<void> => {
  const shape = shapeText(spec) ?? undefined
  const assertSame = async () => {
    const before = await specs.findOne({ _id: spec.name })
    if (before && !declaredAlike(before, { spec: specText(spec), shape })) throw new DeclaredDifferently(spec.name)
  }
  await assertSame()
  for (const { name, fields } of toIndexes(spec)) await kept.createIndex(indexKey(fields), { name })
  if (spec.words !== undefined) await kept.createIndex(wordsIndex.key, { name: wordsIndex.name })
  for (const field of spec.unique ?? []) {
    await kept.createIndex({ [`unique.${field}`]: 1 }, { name: uniqueIndex(field), unique: true, sparse: true })
  }
  const declaration = { _id: spec.name, spec: specText(spec), ...(shape && { shape }) }
  await specs.insertOne(declaration).catch(unlessCode(duplicateKey))
  await assertSame()
}

const openCollection = (spec: CollectionSpec, kept: MongoCollection<Kept>, reaching: Reaching): Collection<object> => {
  const getVersioned: Collection<object>['getVersioned'] = async (id) => {
    const found = await reaching(() => kept.findOne({ _id: id }))
    return found && { document: parsed(found), version: found.version }
  }
  const countAll: Collection<object>['count'] = async (where = {}, within = {}) => {
    const { filter, hint } = query(spec, where, within)
    return reaching(() => kept.countDocuments(filter, hint ? { hint } : {}))
  }
  return {
    spec,
    get: async (id) => (await getVersioned(id))?.document ?? null,
    getVersioned,
    async find({ where = {}, limit, after, ...within }: FindOptions): Promise<Page<object>> {
      const { filter, hint } = query(spec, where, within, after ? pageCursors.read(after) : null)
      const cursor = kept.find(filter, {
        sort: within.upwards ? oldestFirst : newestFirst,
        limit: limit + 1,
        ...(hint ? { hint } : {}),
      })
      const found = await reaching(() => cursor.toArray())
      const last = found.length > limit ? found[limit - 1] : undefined
      return {
        documents: found.slice(0, limit).map((one) => parsed(one) as object),
        next: last ? pageCursors.write([last.sort as string | number, last._id]) : null,
      }
    },
    count: countAll,
    async countUpTo(max, where = {}, within = {}) {
      const counters = (spec.counted ?? []).map((fields) => ({ fields }))
      if (countedBy(counters, where, within)) return { count: await countAll(where, within), more: false }
      const { filter, hint } = query(spec, where, within)
      const limit = max + 1
      const count = await reaching(() => kept.countDocuments(filter, { limit, ...(hint ? { hint } : {}) }))
      return { count: Math.min(count, max), more: count > max }
    },
  }
}

const parsed = ({ document }: Kept): object | null => (document === undefined ? null : JSON.parse(document))
