import type { Collection, CollectionSpec, Engines } from '@tuma/platform/ports'
import { hours, later, minutes } from './domain/instant.ts'
import type { SessionRow } from './domain/session-views.ts'

const idleMost = hours(12)
/** So often at most is it written: who clicks through a day's parcels costs a few writes an hour. */
const writtenEvery = minutes(15)
const sweptAtOnce = 10

/** Documents and no events: when somebody was last there is nobody's history. */
type Seen = { readonly sessionId: string; readonly seenAt: string }

const spec: CollectionSpec = {
  name: 'session-activity-v1',
  shape: { sessionId: 'text', seenAt: 'text' },
  fields: { seenAt: 'text' },
  indexes: [],
  sortBy: 'seenAt',
}

export type SessionActivity = Awaited<ReturnType<typeof openSessionActivity>>

/** When sessions of agents and admins were last used: they end after twelve hours in which nobody has. */
export const openSessionActivity = async (
  { documents }: Pick<Engines, 'documents'>,
  onFault: (error: unknown) => void,
) => {
  const rows: Collection<Seen> = await documents.collection(spec)

  /** One that was not written for so long says no more than its session, which is older. */
  const sweep = async (at: string): Promise<void> => {
    const { documents: old } = await rows.find({ between: { to: later(at, -idleMost) }, limit: sweptAtOnce })
    for (const { sessionId } of old) await documents.forget(spec.name, sessionId)
  }
  const write = async (sessionId: string, version: number, at: string): Promise<void> => {
    const document = { sessionId, seenAt: at }
    // Where another replica was first it is written as well.
    await documents.write([{ collection: spec.name, id: sessionId, document, version }])
    await sweep(at)
  }

  return {
    /**
     * Whether it has not been left alone for too long.
     * @param using whether its owner does something: a page that is only open does not count
     */
    async isUsed({ sessionId, startedAt }: SessionRow, at: string, using: boolean): Promise<boolean> {
      const seen = await rows.getVersioned(sessionId)
      const seenAt = seen?.document?.seenAt ?? startedAt
      if (later(seenAt, idleMost) <= at) return false
      // Nobody is kept out because it can't be written, as when the disk is full.
      if (using && later(seenAt, writtenEvery) <= at)
        await write(sessionId, (seen?.version ?? 0) + 1, at).catch(onFault)
      return true
    },
  }
}
