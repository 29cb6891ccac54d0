import { DatabaseSync } from 'node:sqlite'
import { eventsIn } from '@tuma/platform/engines'

/** What things are called in people's data: renamed, everything would be heard again, and every SMS go out twice. */
export type StoredNames = {
  /** By service: the kinds of streams, and the types and versions of events. */
  readonly streams: Record<string, string[]>
  readonly events: Record<string, string[]>
  readonly collections: Record<string, string[]>
  readonly checkpoints: Record<string, string[]>
  /** `topic > group` */
  readonly groups: string[]
  /** Who did what no person did. */
  readonly actors: string[]
  /** What ids of commands are made of beside an id. */
  readonly commandIds: string[]
}

type Metadata = { readonly commandId: string; readonly actor: { readonly kind: string; readonly name: string } }

/** Of a command: ids, counts, and which replica it was. */
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
  /** What a query says in its one column `name`. */
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

/** Not of who made a folder to be kept. */
const isOurs = (commandId: string) => !commandId.startsWith('history ')

const sorted = (names: readonly string[]): string[] => [...new Set(names)].sort()
