import { createHash } from 'node:crypto'
import { keptBy } from '@tuma/one-process/read-models'
import { type CollectionSpec, type EngineHouse, everyDocument } from '@tuma/platform/ports'

/** Of the rows of every read model, by service and name: two that show the same have the same. */
export const hashOfViews = async (
  engines: Pick<EngineHouse, 'of'>,
  services: readonly string[] = Object.keys(keptBy),
): Promise<Map<string, string>> => {
  const hashes = new Map<string, string>()
  for (const service of services)
    for (const { collection } of keptBy[service]?.readModels ?? []) {
      const stands = await engines.of(service).documents.collection<object>(collection as CollectionSpec)
      const rows = (await Array.fromAsync(everyDocument(stands))).map((row) => JSON.stringify(row)).sort()
      hashes.set(`${service} ${collection.name}`, createHash('sha256').update(rows.join('\n')).digest('hex'))
    }
  return hashes
}
