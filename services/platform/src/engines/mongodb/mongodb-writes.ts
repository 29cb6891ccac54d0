import { type Collection as MongoCollection, MongoServerError } from 'mongodb'
import { type CollectionSpec, type DocumentWrite, NotUnique } from '../../ports/document-store.ts'
import { fieldValue, isAskedById, sortValue, wordsIn } from '../declared-fields.ts'
import type { Kept } from './mongodb-queries.ts'

/** Runs a call to the server; an unreachable one becomes EngineAway. */
export type Reaching = <T>(call: () => Promise<T>) => Promise<T>
export type KeptCollection = { readonly spec: CollectionSpec; readonly kept: MongoCollection<Kept> }

export const duplicateKey = 11000
/** Other writers are only faster while they bring higher versions, or make a new document. */
const maxTries = 50
/** A batch must not keep readers waiting for a connection. */
const atOnce = 16

/**
 * Several documents at once, the writes of one document in turn. Those with unique fields come first, so that after a
 * refused value none of the others is written.
 */
export const writeAll = async (
  known: (collection: string) => KeptCollection,
  reaching: Reaching,
  writes: readonly DocumentWrite[],
): Promise<boolean[]> => {
  const prepared = writes.map((write, index) => {
    const { spec, kept } = known(write.collection)
    return { index, spec, kept, next: keptForm(spec, write) }
  })
  const taken: boolean[] = []
  const inTurn = async (same: typeof prepared) => {
    for (let first = same[0]; first; first = same[0]) {
      const { index, spec, kept, next } = first
      taken[index] = await reaching(() => writeGuarded(spec, kept, next))
      same.shift()
    }
  }
  const byDocument = (some: typeof prepared) => [
    ...Map.groupBy(some, ({ spec, next }) => `${spec.name}/${next._id}`).values(),
  ]
  const refused: (typeof prepared)[] = []
  const inTurnUnlessRefused = (same: typeof prepared) =>
    inTurn(same).catch((error) => {
      if (!(error instanceof NotUnique)) throw error
      refused.push(same)
    })
  await severalAtOnce(byDocument(prepared.filter(hasUnique)), inTurnUnlessRefused)
  // Another document may have had their values until this batch.
  refused.sort(([some], [other]) => (some?.index ?? 0) - (other?.index ?? 0))
  for (const same of refused) await inTurn(same)
  await severalAtOnce(byDocument(prepared.filter((write) => !hasUnique(write))), inTurn)
  return taken
}

const hasUnique = ({ spec }: KeptCollection) => (spec.unique ?? []).length > 0

/** Begins no further one once one has failed. */
const severalAtOnce = async <T>(waiting: T[], run: (one: T) => Promise<void>): Promise<void> => {
  const worker = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      await run(next).catch((error) => {
        waiting.length = 0
        throw error
      })
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
}

const keptForm = (spec: CollectionSpec, { id, version, document }: DocumentWrite): Kept => {
  if (document === null) return { _id: id, version, live: false }
  const text = JSON.stringify(document)
  if (isAskedById(spec)) return { _id: id, version, live: true, document: text }
  const getValues = (fields: readonly string[]) => {
    const values = fields.map((field) => [field, fieldValue(spec, field, document)] as const)
    return Object.fromEntries(values.filter(([, value]) => value !== null))
  }
  const unique = getValues(spec.unique ?? [])
  const words = wordsIn(spec, document)
  return {
    _id: id,
    version,
    live: true,
    sort: sortValue(spec, document),
    fields: getValues(Object.keys(spec.fields)),
    ...(Object.keys(unique).length > 0 ? { unique } : {}),
    ...(words.length > 0 ? { words } : {}),
    document: text,
  }
}

/**
 * Replaces an older version or inserts the document. If a newer version is stored, the filter misses it and the insert
 * fails on its id: a duplicate key, the same as for a unique value of another document; reading the stored one tells
 * which.
 */
const writeGuarded = async (
  spec: CollectionSpec,
  kept: MongoCollection<Kept>,
  next: Kept,
  tries = maxTries,
): Promise<boolean> => {
  const { _id, version } = next
  try {
    await kept.replaceOne({ _id, version: { $lt: version } }, next, { upsert: true })
    return true
  } catch (error) {
    if (!(error instanceof MongoServerError && error.code === duplicateKey)) throw error
    const stored = await kept.findOne({ _id }, { projection: { version: 1 } })
    if (stored && stored.version >= version) return false
    for (const [field, value] of Object.entries(next.unique ?? {})) {
      const other = await kept.findOne({ [`unique.${field}`]: value, _id: { $ne: _id } }, { projection: { _id: 1 } })
      if (other) throw new NotUnique(spec.name, field)
    }
    // Both have changed: another writer came in between.
    if (tries === 1) throw error
    return writeGuarded(spec, kept, next, tries - 1)
  }
}
