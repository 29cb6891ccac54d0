import type { Session } from '@tuma/contracts/api'
import { Refused } from '@tuma/contracts/vocabulary'
import type { EventMetadata } from '@tuma/platform/event-sourcing'
import {
  accountStream,
  assertByAdmin,
  buildMetadata,
  type Dependencies,
  identity,
  sessionStream,
} from '../dependencies.ts'
import { speaksFor } from '../domain/session-views.ts'

/** Sessions as their owners see and end them. */
export const ownSessionHandlers = (dependencies: Dependencies) => ({
  sessions: identity.sessions.handler(async ({ input: { accountId, token } }) => {
    const current = token === null ? null : dependencies.tokens.getSessionId(token)
    const running = await readRunning(dependencies, accountId)
    const listed = running.map((one) => ({ ...one, current: one._id === current }))
    return listed.sort((one, other) => (one.lastUsed < other.lastUsed ? 1 : -1))
  }),

  endSession: identity.endSession.handler(async ({ input: { asked, accountId, sessionId } }) => {
    const running = await readRunning(dependencies, accountId)
    if (!running.some(({ _id }) => _id === sessionId)) throw new Refused('not_found')
    await endOne(dependencies, sessionId, buildMetadata(asked, dependencies))
    return {}
  }),

  endOtherSessions: identity.endOtherSessions.handler(async ({ input: { asked, accountId, token } }) => {
    const metadata = buildMetadata(asked, dependencies)
    const current = token === null ? null : dependencies.tokens.getSessionId(token)
    for (const { _id } of await readRunning(dependencies, accountId))
      if (_id !== current) await endOne(dependencies, _id, metadata)
    return {}
  }),

  endAllSessions: identity.endAllSessions.handler(async ({ input: { asked, accountId } }) => {
    assertByAdmin(asked)
    const metadata = buildMetadata(asked, dependencies)
    const command = { type: 'EndSessions', at: metadata.at } as const
    await dependencies.accounts(accountStream(accountId), command, metadata)
    await dependencies.followedUp()
    return {}
  }),
})

const readRunning = async (
  { accountRows, activity, sessionRows, signedInDevices, now }: Dependencies,
  accountId: string,
): Promise<Omit<Session, 'current'>[]> => {
  const at = now()
  const account = await accountRows.get(accountId)
  if (!account) return []
  const found = await Promise.all(
    (await signedInDevices.of(accountId)).map(async ({ sessionId, browser, system, network }) => {
      const row = await sessionRows.get(sessionId)
      if (!row || !speaksFor(row, account, at)) return []
      const lastUsed = await activity.lastUsed(row)
      if (account.role !== 'user' && activity.isIdle(lastUsed, at)) return []
      return [{ _id: sessionId, browser, system, network, since: row.startedAt, lastUsed }]
    }),
  )
  return found.flat()
}

/** The event is first: if the device were forgotten first, a crash would leave a session that its owner can't see. */
export const endOne = async (
  { sessions, signedInDevices }: Pick<Dependencies, 'sessions' | 'signedInDevices'>,
  sessionId: string,
  metadata: EventMetadata,
): Promise<void> => {
  await sessions(sessionStream(sessionId), { type: 'EndSession', at: metadata.at }, metadata)
  await signedInDevices.forget(sessionId)
}
