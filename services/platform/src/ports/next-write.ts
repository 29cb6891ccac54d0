import type { Collection, DocumentWrite } from './document-store.ts'

/** A write after the stored one, for documents whose version is the number of their writes. @param document null removes it */
export const toNextWrite = async <D extends object>(
  collection: Collection<D>,
  id: string,
  document: D | null,
): Promise<DocumentWrite> => {
  const before = await collection.getVersioned(id)
  return { collection: collection.spec.name, id, document, version: (before?.version ?? 0) + 1 }
}
