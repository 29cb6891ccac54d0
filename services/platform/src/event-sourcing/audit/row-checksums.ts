import { type DocumentStore, DocumentsDamaged } from '../../ports/document-store.ts'
import type { Finding } from './audit-check.ts'

const rowChanged = 'row_changed'

const rowsPerPage = 200

/** The last examined row; the rows of all collections are in the order of these names. */
export type RowPlace = { readonly collection: string; readonly row: string | null }

/**
 * Examines the checksums of all rows of a service, page by page. An engine without checksums has no page.
 * @param from null: from the first row
 * @returns one page a step: what differs, and where the next page begins (null at the end)
 */
export async function* examineAllRows(
  documents: Pick<DocumentStore, 'collections' | 'examineRows'>,
  from: RowPlace | null,
): AsyncGenerator<{ readonly differing: readonly Finding[]; readonly next: RowPlace | null }> {
  if (!documents.examineRows) return
  const names = (await documents.collections()).sort()
  const first = from === null ? 0 : names.findIndex((name) => name >= from.collection)
  if (first === -1) return
  for (const name of names.slice(first)) {
    let after = from?.collection === name ? from.row : null
    do {
      const { next, abouts } = await documents
        .examineRows(name, after, rowsPerPage)
        .then(({ next, differing }) => ({ next, abouts: differing.map((id) => `${name} ${id}`) }), unlessDamaged(name))
      after = next
      yield {
        differing: abouts.map((about) => ({ kind: rowChanged, about, expected: null, found: null })),
        next: { collection: name, row: next },
      }
    } while (after !== null)
  }
}

/** A table that cannot be read is one finding, and the pass continues with the next collection. */
const unlessDamaged = (collection: string) => (error: unknown) => {
  if (!(error instanceof DocumentsDamaged)) throw error
  return { next: null, abouts: [collection] }
}
