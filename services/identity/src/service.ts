import { deliveryEvents } from '@tuma/contracts/events'
import { on, openStreams, reactionMetadata, reactor, type Streams } from '@tuma/platform/event-sourcing'
import type { Engines } from '@tuma/platform/ports'
import {
  type Environment,
  type Guards,
  type Log,
  openGuards,
  parkedHandlers,
  type Service,
} from '@tuma/platform/runtime'
import { accountHandlers } from './accounts/account-handlers.ts'
import { openEarning } from './accounts/earning.ts'
import { linkTokens } from './accounts/links.ts'
import { openPeople } from './accounts/people.ts'
import { peopleHandlers } from './accounts/people-handlers.ts'
import { profileHandlers } from './accounts/profile-handlers.ts'
import { openReservations } from './accounts/reservations.ts'
import { openAdmins } from './approvals/admins.ts'
import { approvalHandlers } from './approvals/approval-handlers.ts'
import { openApprovals } from './approvals/approvals.ts'
import { accountStream, type Dependencies, identity } from './dependencies.ts'
import { account } from './domain/account-decisions.ts'
import { accountsView } from './domain/account-views.ts'
import type { IdentityEvent } from './domain/identity-event.ts'
import { session } from './domain/session-decisions.ts'
import { sessionsView } from './domain/session-views.ts'
import { identityKeys, keyedHash } from './keys.ts'
import { openPasswords } from './passwords/passwords.ts'
import { openProcessManager } from './process-manager.ts'
import { announceIdentity } from './published-events.ts'
import { readModels } from './read-models.ts'
import { secondFactorHandlers } from './second-factor/second-factor-handlers.ts'
import { openSecondFactors } from './second-factor/second-factors.ts'
import { openPruning, openSecurityRecord } from './security-record.ts'
import { knownDevices } from './sessions/known-devices.ts'
import { ownSessionHandlers } from './sessions/own-session-handlers.ts'
import { renewals } from './sessions/renewals.ts'
import { openSessionActivity } from './sessions/session-activity.ts'
import { sessionHandlers } from './sessions/session-handlers.ts'
import { sessionTokens } from './sessions/session-tokens.ts'
import { signInGuesses } from './sessions/sign-in-guesses.ts'
import { openSignedInDevices } from './sessions/signed-in-devices.ts'
import type { IdentitySettings } from './settings.ts'
import { storedEvents } from './stored-events.ts'
import { getState } from './stream-state.ts'

export { openFirstAdmin } from './approvals/first-admin.ts'
export { readModels } from './read-models.ts'
export { type IdentitySettings, identitySettings } from './settings.ts'

const group = 'identity'

type Options = {
  readonly engines: Engines
  readonly settings: IdentitySettings
  readonly environment: Environment
  readonly log: Log
}

/** The ways to prove who one is, and the limits on wrong attempts. */
const proofsOfWho = ({ engines: { limits }, settings, environment: { randomBytes } }: Options, guards: Guards) => {
  const keys = identityKeys(settings.secret, settings.restored?.id)
  const links = linkTokens(keys.links)
  return {
    passwords: openPasswords({ randomBytes, cost: settings.passwordCost }),
    secondFactors: openSecondFactors({ keys, randomBytes }),
    guesses: signInGuesses({ guards, limits, settings }),
    devices: knownDevices(keys.devices, randomBytes),
    links,
    renewals: renewals(links),
    demonstration: settings.demonstration ?? false,
    tokens: sessionTokens(keys.sessions),
  }
}

export const createIdentity = async (options: Options): Promise<Service> => {
  const { engines, settings, environment, log } = options
  const onFault = (error: unknown) => log.error({ err: error }, 'identity stands still')
  const streams = await openStreams<IdentityEvent>({
    service: 'identity',
    engines,
    randomBytes: environment.randomBytes,
    now: environment.now,
    types: storedEvents,
    views: readModels,
    announce: announceIdentity,
    onFault,
  })
  const accounts = streams.getHandler(account)
  const getAccount = (accountId: string) => getState(streams, account, accountStream(accountId))
  const reservations = openReservations(streams, identityKeys(settings.secret).reservations, getAccount)
  const { now } = environment
  const admins = openAdmins(streams, getAccount)
  const { approvals, forgetting } = await withForgetting(options, streams, admins)
  const guards = await getGuards(options, streams)
  const proofs = proofsOfWho(options, guards)
  const signedInDevices = await openSignedInDevices(engines, streams.keys)
  const aftermath = {
    engines,
    streams,
    signedInDevices,
    getAccount,
    reservations,
    guesses: proofs.guesses,
    now,
    onFault,
  }
  const processManager = openProcessManager(aftermath)
  const dependencies: Dependencies = {
    accounts,
    sessions: streams.getHandler(session),
    getAccount,
    accountRows: await streams.readModel(accountsView),
    people: await openPeople(streams),
    sessionRows: await streams.readModel(sessionsView),
    caughtUp: () => streams.projector.caughtUp({ view: accountsView.collection.name }),
    followedUp: processManager.soon,
    reservations,
    admins,
    approvals,
    ...proofs,
    activity: await openSessionActivity(engines, (error) =>
      log.error({ err: error }, 'the use of a session is not written'),
    ),
    signedInDevices,
    security: await openSecurityRecord({ engines, streams, keys: identityKeys(settings.secret), now, log }),
    now,
  }

  const consumer = earningPoints(engines.bus, openEarning(streams.createRecorder(account)), now)
  const { parked, replay, lagging } = parkedHandlers(engines.bus, [consumer])

  return {
    router: identityRouter(dependencies, streams, { parked, replay, lagging }),
    followers: [...streams.followers, processManager],
    listening: [consumer],
    async close() {
      for (const part of [consumer, forgetting, guards, dependencies.security, processManager, streams])
        await part.close()
    },
  }
}

const identityRouter = (
  dependencies: Dependencies,
  streams: Streams<IdentityEvent>,
  { parked, replay, lagging }: ReturnType<typeof parkedHandlers>,
) =>
  identity.router({
    ...accountHandlers(dependencies),
    ...sessionHandlers(dependencies),
    ...ownSessionHandlers(dependencies),
    ...profileHandlers(dependencies),
    ...peopleHandlers(dependencies),
    ...secondFactorHandlers(dependencies),
    ...approvalHandlers(dependencies),
    ...dependencies.security.handlers,
    parked: identity.parked.handler(parked),
    replay: identity.replay.handler(replay),
    lagging: identity.lagging.handler(lagging),
    behind: identity.behind.handler(() => streams.projector.behind()),
    damaged: identity.damaged.handler(() => streams.damaged()),
    damagedCollections: identity.damagedCollections.handler(() => streams.damagedCollections()),
    audited: identity.audited.handler(() => streams.audited()),
    publishedAgain: identity.publishedAgain.handler(() => streams.publishedAgain()),
    degraded: identity.degraded.handler(() => streams.degraded()),
  })

const getGuards = ({ engines, settings, environment: { now }, log }: Options, streams: Streams<IdentityEvent>) => {
  const { guards } = identityKeys(settings.secret)
  return openGuards({
    documents: engines.documents,
    lease: streams.leaseFor('guards'),
    hash: (text) => keyedHash(guards, text),
    now,
    onFault: (error) => log.error({ err: error }, 'old counts of wrong guesses are not forgotten'),
  })
}

/** Approvals, and the job that forgets the people in old ones. */
const withForgetting = async (
  { settings, environment: { now }, log }: Options,
  streams: Streams<IdentityEvent>,
  admins: Dependencies['admins'],
) => {
  const approvals = await openApprovals({ streams, admins, key: identityKeys(settings.secret).approvals })
  const onFault = (error: unknown) => log.error({ err: error }, 'old approvals are not forgotten')
  const forgetting = openPruning({ prune: approvals.forget }, streams.leaseFor('approvals'), now, onFault)
  return { approvals, forgetting }
}

const earningPoints = (bus: Engines['bus'], earn: ReturnType<typeof openEarning>, now: () => string) =>
  reactor({
    bus,
    topic: deliveryEvents.completed.topic,
    group,
    reactions: [
      on(deliveryEvents.completed, (completed, message) => earn(completed, reactionMetadata(group, message, now()))),
    ],
  })
