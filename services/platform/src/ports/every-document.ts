import type { Collection, Filter } from './document-store.ts'

const pageSize = 500

/** All that a filter finds, newest first, read page by page: for what can't be asked of an index. */
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

/** The embedded engine answers at once, and whoever else is to be answered would wait for all pages. */
const othersTurn = () => new Promise<void>((resolve) => void setImmediate(resolve))
