import { type ProcessEngines, toNextWrite } from '@tuma/platform/ports'

/** Which backup these data were restored from. Every start reads it; no start has to do anything once. */
export type Restoration = {
  /** The id of this restore. Sessions from before it have ended. */
  readonly id: string
  /**
   * ISO instant at which the backup was made, and the position of its last event. Messages that waited then are held.
   */
  readonly made: string
  readonly head: number
  /** Accounts that were erased, by the restore's list: a start deletes those that the backup still has. */
  readonly erased: readonly string[]
}

const newest = 'newest'

/** The newest restore; null if these data were never restored. */
export const restorationIn = (engines: ProcessEngines) => {
  const { documents } = engines.of('installation')
  const spec = { name: 'restoration-v1', fields: { made: 'text' }, indexes: [], sortBy: 'made' } as const
  return {
    read: async (): Promise<Restoration | null> => (await documents.collection<Restoration>(spec)).get(newest),
    async write(document: Restoration): Promise<void> {
      await documents.write([await toNextWrite(await documents.collection<Restoration>(spec), newest, document)])
    },
  }
}
