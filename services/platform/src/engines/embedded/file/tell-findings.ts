import type { EmbeddedDocumentStore } from '../documents/document-store.ts'
import type { Writer } from '../writer/writer.ts'
import type { Finding } from './find-damage.ts'

type Parts = {
  readonly writer: Pick<Writer, 'write'>
  readonly toDocuments: (service: string) => Pick<EmbeddedDocumentStore, 'tellFound'>
}

/**
 * Tells the services about damage to their collections. Indexes of other tables, such as those of events, are made again
 * here: their rows have checksums of their own.
 */
export const tellFindings = (findings: readonly Finding[], { writer, toDocuments }: Parts): void => {
  for (const { of, table, part } of findings) {
    if (of) {
      const { service, collection } = of
      const beyondIndexes = part === 'indexes' ? {} : { beyondIndexes: true as const }
      toDocuments(service).tellFound(table, { collection, id: null, ...beyondIndexes })
    } else if (part === 'indexes')
      void writer.write('reindexCollection', { collection: table, table: `"${table}"` }).catch(() => undefined)
  }
}
