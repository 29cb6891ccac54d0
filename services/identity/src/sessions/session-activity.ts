import type { Collection, CollectionSpec, Engines } from '@tuma/platform/ports'
import { days, hours, later, minutes } from '../domain/instant.ts'
import type { SessionRow } from '../domain/session-views.ts'

const maxIdleMs = hours(12)
/** Written at most this often: a busy day costs a few writes an hour. */
const writtenEvery = minutes(15)
/** The longest time that a session lasts. */
const maxKeptMs = days(30)
const sweptAtOnce = 10

const isIdle = (seenAt: string, at: string): boolean => later(seenAt, maxIdleMs) <= at

/** Documents and no events: the history does not record when a person was last active. */
type Seen = { readonly sessionId: string; readonly seenAt: string }

const spec: CollectionSpec = {
  name: 'session-activity-v1',
  shape: { sessionId: 'text', seenAt: 'text' },
  fields: { seenAt: 'text' },
  indexes: [],
  sortBy: 'seenAt',
}

export type SessionActivity = Awaited<ReturnType<typeof openSessionActivity>>

/** When sessions were last used. Sessions of agents and admins end after twelve unused hours. */
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
    // If another replica has written first, this write has no effect and is not needed.
    await documents.write([{ collection: spec.name, id: sessionId, document, version }])
    await sweep(at)
  }

  return {
    /** An ISO instant, up to a quarter of an hour old. */
    lastUsed: async ({ sessionId, startedAt }: SessionRow): Promise<string> =>
      (await rows.get(sessionId))?.seenAt ?? startedAt,
    isIdle,

    /**
     * Whether the session was used recently enough.
     * @param how.using whether its owner does something: a page that is only open does not count
     * @param how.endsIdle whether the session ends after a time without use
     */
    async isUsed({ sessionId, startedAt }: SessionRow, at: string, how: { using: boolean; endsIdle: boolean }) {
      const seen = await rows.getVersioned(sessionId)
      const seenAt = seen?.document?.seenAt ?? startedAt
      if (how.endsIdle && isIdle(seenAt, at)) return false
      // A failed write, as on a full disk, must not sign the person out.
      if (how.using && later(seenAt, writtenEvery) <= at)
        await write(sessionId, (seen?.version ?? 0) + 1, at).catch(onFault)
      return true
    },
  }
}
