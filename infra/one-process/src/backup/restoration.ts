import type { ProcessEngines } from '@tuma/platform/ports'

/** What these data say of the backup that they were restored from. Every start goes by it: there is nothing to be done once. */
export type Restoration = {
  /** Of this restore and no other. Sessions of before it have ended. */
  readonly id: string
  /** ISO instant at which the backup was made, and the position of its last event. What waited by then is held. */
  readonly made: string
  readonly head: number
  /** Accounts that were erased, by the list that the restore went by: a start deletes those that the backup still has. */
  readonly erased: readonly string[]
}

const collection = 'restoration-v1'
const newest = 'newest'

/** Of the newest restore; null where these data never were a backup. */
export const restorationIn = (engines: ProcessEngines) => {
  const { documents } = engines.of('installation')
  const spec = { name: collection, fields: { made: 'text' }, indexes: [], sortBy: 'made' } as const
  return {
    read: async (): Promise<Restoration | null> => (await documents.collection<Restoration>(spec)).get(newest),
    async write(document: Restoration): Promise<void> {
      const before = await (await documents.collection<Restoration>(spec)).getVersioned(newest)
      await documents.write([{ collection, id: newest, document, version: (before?.version ?? 0) + 1 }])
    },
  }
}
