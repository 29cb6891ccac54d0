import type { Collection, Filter } from './document-store.ts'

const pageSize = 500

/** All documents of a filter, newest first, read page by page: for questions without an index. */
export async function* everyDocument<D extends object>(collection: Collection<D>, filter: Filter = {}) {
  let after: string | null = null
  do {
    const page: Awaited<ReturnType<typeof collection.find>> = await collection.find({
      ...filter,
      limit: pageSize,
      after,
    })
    yield* page.documents
    after = page.next
    if (after !== null) await othersTurn()
  } while (after !== null)
}

/** The embedded engine answers without waiting, so that other requests would wait for all pages. */
const othersTurn = () => new Promise<void>((resolve) => void setImmediate(resolve))
