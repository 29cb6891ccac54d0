import { getFilled } from '../documents/collection-table.ts'
import type { DocumentBatch } from '../documents/document-writes.ts'
import type { WriteName, WriteRequest } from '../writer/writes.ts'

/** What of a data file a backup leaves out, because it is filled from events again or is shipped by other means. */
export type LeftOut = {
  /** `service/collection` without the version behind it: every version of a read model. */
  readonly views: readonly string[]
  /** What the names of their checkpoints begin with. */
  readonly viewCheckpoints: string
  /** The collection of each service that holds the personal keys: the log names people, and never holds a key. */
  readonly keys: string
}

/** People of a service whose keys were made, or destroyed when it `erases`. */
export type LoggedKeys = { readonly service: string; readonly ids: readonly string[]; readonly erases: boolean }
/** A request of the writer that a restore makes again. */
export type LoggedRequest = { readonly name: WriteName; readonly input: unknown }

/** A view that is filled again has a table beside the one that it replaces. */
const unversioned = (name: string): string => getFilled(name).replace(/-v\d+$/, '')

export const isLeftOut = ({ views }: LeftOut, service: string, collection: string): boolean =>
  views.includes(`${service}/${unversioned(collection)}`)

/** @returns what a restore has to do for this request; empty when it only concerns what is left out */
export const toLogged = ({ name, input }: Pick<WriteRequest, 'name' | 'input'>, leftOut: LeftOut): LoggedRequest[] => {
  switch (name) {
    case 'writeDocuments':
      return toLoggedBatch(input as DocumentBatch, leftOut)
    case 'writeInlineRows':
      return toLoggedBatch((input as { readonly documents: DocumentBatch }).documents, leftOut)
    case 'declareCollection':
    case 'dropCollection': {
      const { service, name: collection } = input as { readonly service: string; readonly name: string }
      return isLeftOut(leftOut, service, collection) ? [] : [{ name, input }]
    }
    case 'forgetDocument':
    case 'discardDocuments': {
      const [service = '', collection = ''] = (input as { readonly table: string }).table.slice(1, -1).split('/')
      return isLeftOut(leftOut, service, collection) ? [] : [{ name, input }]
    }
    // Only views are exchanged, and a restore makes its indexes itself.
    case 'exchangeCollections':
    case 'reindexCollection':
    case 'noteShipped':
      return []
    default:
      return [{ name, input }]
  }
}

/** The people whose keys this request makes or destroys. */
export const toLoggedKeys = (
  { name, input }: Pick<WriteRequest, 'name' | 'input'>,
  { keys }: Pick<LeftOut, 'keys'>,
): LoggedKeys[] => {
  if (name !== 'writeDocuments') return []
  const { service, rows, erases = false } = input as DocumentBatch
  const ids = rows.filter(({ collection }) => collection === keys).map(({ values: [id] }) => id)
  return ids.length > 0 ? [{ service, ids, erases }] : []
}

const toLoggedBatch = (batch: DocumentBatch, leftOut: LeftOut): LoggedRequest[] => {
  const { service } = batch
  const rows = batch.rows.filter(
    ({ collection }) => collection !== leftOut.keys && !isLeftOut(leftOut, service, collection),
  )
  const checkpoints = batch.checkpoints.filter(({ name }) => !name.startsWith(leftOut.viewCheckpoints))
  return rows.length > 0 || checkpoints.length > 0
    ? [{ name: 'writeDocuments', input: { service, rows, checkpoints } }]
    : []
}
