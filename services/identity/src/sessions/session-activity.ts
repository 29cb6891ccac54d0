import type { Collection, CollectionSpec, Engines } from '@tuma/platform/ports'
import { days, hours, later, minutes } from '../domain/instant.ts'
import type { SessionRow } from '../domain/session-views.ts'

const maxIdleMs = hours(12)
/** So often at most is it written: who clicks through a day's parcels costs a few writes an hour. */
const writtenEvery = minutes(15)
/** As long as a session lasts at most. */
const maxKeptMs = days(30)
const sweptAtOnce = 10

const isIdle = (seenAt: string, at: string): boolean => later(seenAt, maxIdleMs) <= at

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

/** When sessions were last used. Those of agents and admins end after twelve unused hours. */
export const openSessionActivity = async (
  { documents }: Pick<Engines, 'documents'>,
  onFault: (error: unknown) => void,
) => {
  const rows: Collection<Seen> = await documents.collection(spec)

  const sweep = async (at: string): Promise<void> => {
    const { documents: old } = await rows.find({ between: { to: later(at, -maxKeptMs) }, limit: sweptAtOnce })
    for (const { sessionId } of old) await documents.forget(spec.name, sessionId)
  }
  const write = async (sessionId: string, version: number, at: string): Promise<void> => {
    const document = { sessionId, seenAt: at }
    // Where another replica was first it is written as well.
    await documents.write([{ collection: spec.name, id: sessionId, document, version }])
    await sweep(at)
  }

  return {
    /** An ISO instant, up to a quarter of an hour old. */
    lastUsed: async ({ sessionId, startedAt }: SessionRow): Promise<string> =>
      (await rows.get(sessionId))?.seenAt ?? startedAt,
    isIdle,

    /**
     * Whether it has not been left alone for too long.
     * @param how.using whether its owner does something: a page that is only open does not count
     * @param how.endsIdle whether it can have been left alone for too long
     */
    async isUsed({ sessionId, startedAt }: SessionRow, at: string, how: { using: boolean; endsIdle: boolean }) {
      const seen = await rows.getVersioned(sessionId)
      const seenAt = seen?.document?.seenAt ?? startedAt
      if (how.endsIdle && isIdle(seenAt, at)) return false
      // Nobody is kept out because it can't be written, as when the disk is full.
      if (how.using && later(seenAt, writtenEvery) <= at)
        await write(sessionId, (seen?.version ?? 0) + 1, at).catch(onFault)
      return true
    },
  }
}
