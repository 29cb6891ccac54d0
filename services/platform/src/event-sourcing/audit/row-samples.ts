import { type CollectionSpec, type DocumentStore, DocumentsDamaged } from '../../ports/document-store.ts'
import { canonicalJson } from '../events/checksum.ts'
import type { DomainEvent, Recorded } from '../events/event.ts'
import type { KeyedHash } from '../events/ids.ts'
import { isAtOrPast } from '../following/waiting.ts'
import type { Projector } from '../views/projector.ts'
import type { AnyView } from '../views/view.ts'
import { toStoredId } from '../views/view-batch.ts'
import type { Finding } from './audit-check.ts'

export const rowDiffers = 'row_differs'

type Row = { readonly document: object | null; readonly version: number }
type Sample<Event extends DomainEvent> = {
  readonly view: AnyView<Event>
  readonly name: string
  readonly storedAs: (id: string) => string
  /** Stored ids of rows with a finding: a pass must see them again to withdraw it. */
  readonly suspected: ReadonlySet<string>
  readonly rows: Map<string, Row>
  /** Ids whose hash agrees with the day in these bits are in the sample. */
  mask: number
  failed: boolean
}

/** A row that may be wrong: it is compared again later, because its events may still be under way. */
export type Suspect = { readonly view: string; readonly id: string }

/**
 * Folds some rows of each view along with a pass over all events, and compares them with the stored rows. The ids are
 * those whose hash agrees with the number of the day in k bits. k grows until they are few enough, so every id is in
 * the sample once in 2^k days, and what is left was folded from the first event on.
 */
export const openRowSamples = <Event extends DomainEvent>(options: {
  readonly views: readonly AnyView<Event>[]
  readonly documents: DocumentStore
  readonly hash: KeyedHash | undefined
  readonly projector: Pick<Projector, 'isBehind' | 'getPosition'>
  /** Days since 1970. */
  readonly day: number
  readonly maxRowsPerView: number
  readonly known: readonly Finding[]
  readonly onFault: (error: unknown) => void
}) => {
  const { documents, projector, day, known, onFault } = options
  const suspected = known.filter(({ kind }) => kind === rowDiffers).map(({ about }) => about)
  const samples = options.views.map((view) => openSample(view, options.hash, suspected))
  const isCompared = (sample: Sample<Event>): boolean => !sample.failed && !projector.isBehind(sample.name)

  const compare = async ({ view, id }: Suspect, passed: number, head: () => Promise<number | null>) => {
    const sample = samples.find(({ name }) => name === view)
    const row = sample?.rows.get(id)
    if (!sample || !row || !isCompared(sample)) return null
    const rows = await documents.collection<object>(sample.view.collection as CollectionSpec)
    const stored = await rows.getVersioned(sample.storedAs(id)).catch(unlessDamaged)
    if (stored === 'damaged') return null
    const isShown = isAtOrPast(projector.getPosition(view), row.version)
    const found = await findDifference(row, stored, { passed, isShown, head })
    return found === null ? null : { kind: rowDiffers, about: `${view} ${sample.storedAs(id)}`, expected: null, found }
  }

  return {
    take(event: Recorded<Event>): void {
      for (const sample of samples)
        if (!sample.failed)
          try {
            takeInto(sample, event, { day, maxRows: options.maxRowsPerView })
          } catch (error) {
            // The view itself is stopped by the event, and says so.
            sample.failed = true
            if (!projector.isBehind(sample.name)) onFault(error)
          }
    },
    all: (): Suspect[] => samples.flatMap(({ name, rows }) => [...rows.keys()].map((id) => ({ view: name, id }))),
    /**
     * Null when the row is as its events make it, or its view is behind.
     * @param passed position of the last event that was taken
     */
    compare,
    /** Whether rows of the view with this finding were compared; also true for a view that is no more. */
    wasCompared: ({ about }: Finding): boolean => {
      const sample = samples.find(({ name }) => about.startsWith(`${name} `))
      return !sample || isCompared(sample)
    },
  }
}

export type RowSamples<Event extends DomainEvent> = ReturnType<typeof openRowSamples<Event>>

const openSample = <Event extends DomainEvent>(
  view: AnyView<Event>,
  hash: KeyedHash | undefined,
  suspected: readonly string[],
): Sample<Event> => {
  const { name } = view.collection
  const own = suspected.filter((about) => about.startsWith(`${name} `)).map((about) => about.slice(name.length + 1))
  const sample = { view, name, storedAs: toStoredId(view, hash), suspected: new Set(own) }
  return { ...sample, rows: new Map(), mask: 0, failed: false }
}

const takeInto = <Event extends DomainEvent>(
  sample: Sample<Event>,
  event: Recorded<Event>,
  { day, maxRows }: { readonly day: number; readonly maxRows: number },
): void => {
  const { view, rows } = sample
  for (const id of view.getIds(event)) {
    const row = rows.get(id)
    if (!row && !isInSample(sample, id, day)) continue
    if (row && event.position <= row.version) continue
    rows.set(id, { document: view.project(row?.document ?? null, event, id), version: event.position })
  }
  while (rows.size > maxRows + sample.suspected.size && sample.mask < maxMask) {
    sample.mask = 2 * sample.mask + 1
    for (const id of rows.keys()) if (!isInSample(sample, id, day)) rows.delete(id)
  }
}

const maxMask = 2 ** 30 - 1

const isInSample = <Event extends DomainEvent>(sample: Sample<Event>, id: string, day: number): boolean =>
  (spread(id) & sample.mask) === (day & sample.mask) ||
  (sample.suspected.size > 0 && sample.suspected.has(sample.storedAs(id)))

/** FNV-1a, and the last step of MurmurHash3, so that the low bits depend on all characters. */
const spread = (id: string): number => {
  let hash = 0x811c9dc5
  for (let i = 0; i < id.length; i++) hash = Math.imul(hash ^ id.charCodeAt(i), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return hash ^ (hash >>> 16)
}

/**
 * @param place `passed`: position up to which all events were taken; `isShown`: the view says that it shows the row's
 * last event
 * @returns the names of the fields that differ, because their values may be personal; null when nothing does
 */
const findDifference = async (
  row: Row,
  stored: { readonly document: object | null; readonly version: number } | null,
  place: { readonly passed: number; readonly isShown: boolean; readonly head: () => Promise<number | null> },
): Promise<string | null> => {
  const version = stored?.version ?? -1
  if (version < row.version) return place.isShown ? (stored ? 'version' : 'row') : null
  if (version > row.version) {
    const isMoving = version > place.passed && isAtOrPast(await place.head(), version)
    return isMoving ? null : 'version'
  }
  return differingFields(row.document, stored?.document ?? null)
}

const differingFields = (expected: object | null, found: object | null): string | null => {
  if (canonicalJson(expected) === canonicalJson(found)) return null
  if (expected === null || found === null) return 'row'
  const [one, other] = [Object.entries(expected), Object.entries(found)].map(
    (fields) => new Map<string, unknown>(fields),
  )
  const names = [...new Set([...(one?.keys() ?? []), ...(other?.keys() ?? [])])]
  return names.filter((name) => canonicalJson(one?.get(name)) !== canonicalJson(other?.get(name))).join(', ')
}

/** The comparison of checksums tells of such a row. */
const unlessDamaged = (error: unknown): 'damaged' => {
  if (!(error instanceof DocumentsDamaged)) throw error
  return 'damaged'
}
