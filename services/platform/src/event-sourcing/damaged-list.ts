import type { Collection, CollectionSpec, DocumentStore } from '../ports/document-store.ts'
import { everyDocument } from '../ports/every-document.ts'

/**
 * What becomes of a damaged collection. `filling`: it fills again from events, beside its rows. `stays`: it was filled
 * again on this day already, or could not be, so a person must look; it fills again when its damage is met on a later
 * day. `kept`: no event has its documents; they are restored from a backup.
 */
export type DamageState = 'filling' | 'stays' | 'kept'

export type DamagedCollection = {
  readonly collection: string
  /** ISO instant at which it was found. */
  readonly since: string
  readonly state: DamageState
}

/** `filledOn`: the day on which it was last filled again, or could not be; `state` is 'filled' once it is. */
type Entry = {
  readonly collection: string
  readonly since: string
  readonly state: string
  readonly filledOn: string | null
}

const spec: CollectionSpec = {
  name: 'damaged-collections',
  fields: { since: 'text' },
  indexes: [],
  sortBy: 'since',
  shape: { collection: 'text', since: 'text', state: 'text', filledOn: 'text or null' },
}

/** By collection. A list that cannot be read is empty: this process still knows what it meets. */
export const openDamagedList = (documents: DocumentStore) => {
  const declared = (): Promise<Collection<Entry>> => documents.collection<Entry>(spec)
  const read = (collection: string) =>
    declared()
      .then((entries) => entries.getVersioned(collection))
      .catch(() => null)
  return {
    get: async (collection: string): Promise<Entry | null> => (await read(collection))?.document ?? null,
    all: async (): Promise<Entry[]> => Array.fromAsync(everyDocument(await declared())).catch(() => []),
    async write(entry: Entry): Promise<void> {
      const version = ((await read(entry.collection))?.version ?? 0) + 1
      await documents.write([{ collection: spec.name, id: entry.collection, document: entry, version }])
    },
  }
}
