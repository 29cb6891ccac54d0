import { DatabaseSync } from 'node:sqlite'
import { eventsIn } from '@tuma/platform/engines'

/**
 * Names that are stored in people's data. If one were renamed, every event would be handled again and every SMS sent
 * twice.
 */
export type StoredNames = {
  /** By service: the kinds of streams, and the types and versions of events. */
  readonly streams: Record<string, string[]>
  readonly events: Record<string, string[]>
  readonly collections: Record<string, string[]>
  readonly checkpoints: Record<string, string[]>
  /** For example `topic > group`. */
  readonly groups: string[]
  /** The names of actors that are not people. */
  readonly actors: string[]
  /** The texts in command ids beside an id. */
  readonly commandIds: string[]
}

type Metadata = { readonly commandId: string; readonly actor: { readonly kind: string; readonly name: string } }

/** Replaces the parts of a command id that differ each time: ids, counts, and the replica. */
const nameless = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{32,}|(?<=:)\d+(?=:|$)|(?<=:\d+:).+/g

/** @param file a product's data file, also while it is in use */
export const storedNamesIn = (file: string): StoredNames => {
  const database = new DatabaseSync(file, { readOnly: true })
  const rows = (query: string) => database.prepare(query).all() as Record<string, string>[]
  const namesBy = (query: string): Record<string, string[]> => {
    const names: Record<string, Set<string>> = {}
    for (const { service = '', name = '' } of rows(query)) {
      names[service] ??= new Set()
      names[service].add(name)
    }
    return Object.fromEntries(Object.entries(names).map(([service, found]) => [service, [...found].sort()]))
  }
  /** The values of a query's one column `name`. */
  const names = (query: string): string[] => sorted(rows(query).map(({ name = '' }) => name))
  try {
    const metadata = [...eventsIn(database)].map((event) => event.metadata as Metadata)
    return {
      streams: namesBy("select distinct service, substr(stream, 1, instr(stream, '-')) name from events"),
      events: namesBy("select distinct service, type || ' v' || version name from events"),
      collections: namesBy('select service, name from collections'),
      checkpoints: namesBy('select service, name from checkpoints'),
      groups: names("select topic || ' > ' || consumers name from group_positions"),
      actors: sorted(metadata.flatMap(({ actor }) => (actor.kind === 'system' ? [actor.name] : []))),
      commandIds: sorted(metadata.map(({ commandId }) => commandId.replaceAll(nameless, '…')).filter(isOurs)),
    }
  } finally {
    database.close()
  }
}

/** Leaves out the commands of the samples that made the folder. */
const isOurs = (commandId: string) => !commandId.startsWith('history ')

const sorted = (names: readonly string[]): string[] => [...new Set(names)].sort()
