import { keptBy } from '@tuma/one-process/read-models'
import { canonicalJson } from '@tuma/platform/event-sourcing'
import { type CollectionSpec, everyDocument, type ProcessEngines } from '@tuma/platform/ports'

/** The rows of every read model, by service and name, as JSON in which the order of fields makes no difference. */
export type ViewRows = ReadonlyMap<string, readonly string[]>

export const rowsOfViews = async (
  engines: Pick<ProcessEngines, 'of'>,
  services: readonly string[] = Object.keys(keptBy),
): Promise<ViewRows> => {
  const rows = new Map<string, readonly string[]>()
  for (const service of services)
    for (const { collection } of keptBy[service]?.readModels ?? []) {
      const rowsAfter = await engines.of(service).documents.collection<object>(collection as CollectionSpec)
      const all = await Array.fromAsync(everyDocument(rowsAfter))
      rows.set(
        `${service} ${collection.name}`,
        all.map((row) => canonicalJson(row)),
      )
    }
  return rows
}

const maxShown = 3

/** Rows that only one of them has: a sentence for each read model, with its first rows. */
export const differences = (before: ViewRows, after: ViewRows): string[] =>
  [...before].flatMap(([name, rowsBefore]) => {
    const rowsAfter = after.get(name) ?? []
    const [gone, came] = [missing(rowsBefore, rowsAfter), missing(rowsAfter, rowsBefore)]
    if (gone.length + came.length === 0 && rowsBefore.length === rowsAfter.length) return []
    const shown = [...gone.slice(0, maxShown), 'became', ...came.slice(0, maxShown)].join(' ')
    return [`${name} is not what a rebuild makes: ${rowsBefore.length} rows became ${rowsAfter.length}: ${shown}`]
  })

const missing = (among: readonly string[], rowsAfter: readonly string[]): string[] => [
  ...new Set(among).difference(new Set(rowsAfter)),
]
