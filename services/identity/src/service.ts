import { deliveryEvents } from '@tuma/contracts/events'
import { on, openStreams, reactionMetadata, reactor } from '@tuma/platform/event-sourcing'
import type { Engines } from '@tuma/platform/ports'
import { type Log, parkedHandlers, type Service, type Surroundings } from '@tuma/platform/runtime'
import { accountHandlers } from './account-handlers.ts'
import { openAdmins } from './admins.ts'
import { accountStream, type Dependencies, identity } from './dependencies.ts'
import { account } from './domain/account-decisions.ts'
import { accountsView } from './domain/account-views.ts'
import type { IdentityEvent } from './domain/identity-event.ts'
import { session } from './domain/session-decisions.ts'
import { sessionsView } from './domain/session-views.ts'
import { identityKeys } from './keys.ts'
import { forgottenPasswords, loginFailures } from './limits.ts'
import { linkTokens } from './links.ts'
import { openPasswords } from './passwords.ts'
import { peopleHandlers } from './people-handlers.ts'
import { openProcessManager } from './process-manager.ts'
import { profileHandlers } from './profile-handlers.ts'
import { announceIdentity } from './published-events.ts'
import { formerlyJoint, readModels } from './read-models.ts'
import { openReservations } from './reservations.ts'
import { sessionHandlers } from './session-handlers.ts'
import { sessionTokens } from './session-tokens.ts'
import type { IdentitySettings } from './settings.ts'
import { storedEvents } from './stored-events.ts'
import { stateOf } from './stream-state.ts'

export { openFirstAdmin } from './first-admin.ts'
export { formerlyJoint, readModels } from './read-models.ts'
export { type IdentitySettings, identitySettings } from './settings.ts'

const group = 'identity'

export const createIdentity = async (options: {
  readonly engines: Engines
  readonly settings: IdentitySettings
  readonly surroundings: Surroundings
  readonly log: Log
}): Promise<Service> => {
  const { engines, settings, surroundings, log } = options
  const keys = identityKeys(settings.secret)
  const onFault = (error: unknown) => log.error({ err: error }, 'identity stands still')
  const streams = await openStreams<IdentityEvent>({
    service: 'identity',
    engines,
    randomBytes: surroundings.randomBytes,
    types: storedEvents,
    views: readModels,
    formerlyJoint,
    announce: announceIdentity,
    onFault,
  })
  const accounts = streams.handlerOf(account)
  const accountOf = (accountId: string) => stateOf(streams, account, accountStream(accountId))
  const reservations = openReservations(streams, keys.reservations, accountOf)
  const { now } = surroundings
  const processManager = openProcessManager({ engines, streams, accountOf, reservations, now, onFault })
  const dependencies: Dependencies = {
    accounts,
    sessions: streams.handlerOf(session),
    accountOf,
    accountRows: await streams.readModel(accountsView),
    sessionRows: await streams.readModel(sessionsView),
    caughtUp: () => streams.projector.caughtUp({ view: accountsView.collection.name }),
    followedUp: processManager.soon,
    reservations,
    admins: openAdmins(streams, accountOf),
    passwords: openPasswords(surroundings.randomBytes),
    failures: loginFailures(engines.cache, settings.LOGIN_FAILURES_MOST),
    forgotten: forgottenPasswords(engines.cache, settings.FORGOTTEN_PASSWORDS_MOST),
    links: linkTokens(keys.links),
    tokens: sessionTokens(keys.sessions),
    now,
  }

  const consumer = reactor({
    bus: engines.bus,
    topic: deliveryEvents.completed.topic,
    group,
    reactions: [
      on(deliveryEvents.completed, async ({ ownerId, deliveryId, points, at }, message) => {
        const metadata = reactionMetadata(group, message, now())
        await accounts(accountStream(ownerId), { type: 'EarnPoints', deliveryId, points, at }, metadata)
      }),
    ],
  })

  const { parked, replay, lagging } = parkedHandlers(engines.bus, [consumer])

  return {
    router: identity.router({
      ...accountHandlers(dependencies),
      ...sessionHandlers(dependencies),
      ...profileHandlers(dependencies),
      ...peopleHandlers(dependencies),
      parked: identity.parked.handler(parked),
      replay: identity.replay.handler(replay),
      lagging: identity.lagging.handler(lagging),
      behind: identity.behind.handler(() => streams.projector.behind()),
    }),
    followers: [...streams.followers, processManager],
    listening: [consumer],
    async close() {
      for (const part of [consumer, processManager, streams]) await part.close()
    },
  }
}
