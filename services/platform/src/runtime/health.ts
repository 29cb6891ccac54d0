import { setTimeout as pause } from 'node:timers/promises'
import { type RequestHandler, Router } from 'express'
import { UnknownStoredEvent } from '../event-sourcing/events/event-codec.ts'
import type { Follower } from '../event-sourcing/following/follower.ts'
import type { Listening } from '../event-sourcing/following/reactor.ts'
import type { ProcessEngines } from '../ports/engines.ts'
import { EngineAway } from '../ports/message-bus.ts'
import { describeStorageTrouble } from './log-storage-trouble.ts'
import { lagging } from './parked.ts'
import { findFilling, type StartProgress } from './start-progress.ts'

const retryMs = 1000

type Watched = Pick<ProcessEngines, 'healthy' | 'trouble' | 'degraded' | 'isCutOff'>

/** Without these stores no read works. */
const stores: ReadonlySet<string> = new Set(['eventstoredb', 'mongodb'])

/**
 * Whether the read models have caught up once since the start, with reachable stores. Only followers with read models
 * report them (`behind`): a publisher that waits for Kafka delays no start. It checks by itself, once while nothing is
 * away, so that a probe asks no engine.
 */
const openCaughtUpOnce = ({ degraded }: Watched, followers: readonly Follower[]): (() => boolean) => {
  let isCaughtUp = false
  const views = followers.filter((follower) => follower.behind !== undefined)
  const lookUntilCaughtUp = async (): Promise<void> => {
    while (!isCaughtUp) {
      isCaughtUp = await Promise.all(views.map((view) => view.caughtUp())).then(
        () => !degraded().some(({ engine }) => stores.has(engine)),
        () => false, // a store is away
      )
      if (!isCaughtUp) await pause(retryMs, undefined, { ref: false })
    }
  }
  void lookUntilCaughtUp()
  return () => isCaughtUp
}

/** An engine that all replicas share makes none of them unready: they would all leave at once, though reads answer. */
const canWork = ({ healthy, isCutOff }: Watched, followers: readonly Follower[]): boolean => {
  const faults = followers.map((follower) => follower.fault())
  return healthy() && !isCutOff() && faults.every((fault) => fault === null || fault instanceof EngineAway)
}

/** The sentences of a release that is too old for its store. Messages of other faults may contain personal data. */
const tooOldFor = (followers: readonly Follower[]): string[] => {
  const sentences = followers
    .map((follower) => follower.fault())
    .flatMap((fault) => (fault instanceof UnknownStoredEvent ? [fault.message] : []))
  return [...new Set(sentences)]
}

/** Without what is missing or empty. */
const named = (parts: { readonly [name: string]: unknown }): object =>
  Object.fromEntries(Object.entries(parts).filter(([, part]) => part && !(Array.isArray(part) && part.length === 0)))

/**
 * `/healthz` answers while the process lives, `/readyz` with 200 while it can do its work: it is started, its own
 * storage is sound, its read models have caught up once, no follower has a fault of its own, and no other replica
 * reaches a store that it cannot reach. Its answer also names shared engines that it cannot use now: `{ ready: true,
 * degraded: [{ engine, state }] }`, read models that are behind: `behind: [{ service, view, position, stoppedBy }]`,
 * streams and collections that are damaged: `damaged: [{ service, stream, revision, position, since }, { service,
 * collection, since, state }]`, what the auditor found to be wrong: `findings: [{ service, kind, about, since }]`, groups
 * that are more than a
 * minute behind: `behind: [{ topic, group, messages, seconds }]`, and why it cannot work, if that is the disk or a
 * stored event: `{ ready: false, because: ['no schema for stored event …'] }`. While it starts, it says what it does:
 * `{ ready: false, starting: { step: 'fillingLists', percent: 60 } }`.
 */
export const health = (
  parts: { engines: Watched; followers: readonly Follower[]; listening?: readonly Listening[] | undefined } | null,
  progress?: Pick<StartProgress, 'now'>,
): RequestHandler => {
  const { followers, listening = [] } = parts ?? { followers: [] }
  const isCaughtUp = parts ? openCaughtUpOnce(parts.engines, followers) : () => false
  const router = Router()
  router.get('/healthz', (_request, response) => void response.json({ alive: true }))
  router.get('/readyz', (_request, response) => {
    if (parts === null) return void response.status(503).json({ ready: false, ...named({ starting: progress?.now() }) })
    const { engines } = parts
    const ready = isCaughtUp() && canWork(engines, followers)
    const views = followers.flatMap((follower) => follower.behind?.() ?? [])
    const trouble = engines.trouble?.() ?? null
    const more = named({
      starting: isCaughtUp() ? null : findFilling(followers),
      because: [...(trouble ? [describeStorageTrouble(trouble)] : []), ...tooOldFor(followers)],
      degraded: engines.degraded(),
      behind: [...views, ...lagging(listening)],
      damaged: followers.flatMap((follower) => [
        ...(follower.damaged?.() ?? []),
        ...(follower.damagedCollections?.() ?? []),
      ]),
      findings: followers.flatMap(toFindings),
    })
    response.status(ready ? 200 : 503).json({ ready, ...more })
  })
  return router
}

const toFindings = (follower: Follower) => {
  const { service, findings = [] } = follower.audited?.() ?? {}
  return findings.map(({ kind, about, since }) => ({ service, kind, about, since }))
}
