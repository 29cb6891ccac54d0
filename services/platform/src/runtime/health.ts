import { type RequestHandler, Router } from 'express'
import { UnknownStoredEvent } from '../event-sourcing/event-codec.ts'
import type { Follower } from '../event-sourcing/follower.ts'
import type { Listening } from '../event-sourcing/reactor.ts'
import type { EngineHouse } from '../ports/engines.ts'
import { EngineAway } from '../ports/message-bus.ts'
import { lagging } from './parked.ts'
import { storageSentence } from './storage-told.ts'

const patienceMs = 1000

type Healthy = Pick<EngineHouse, 'healthy' | 'trouble'>

/** Storage can be trusted, and what has been recorded shows. */
const isReady = async (engines: Healthy, followers: readonly Follower[]): Promise<boolean> => {
  // One that waits for an engine goes on by itself; where that is a store, the engines are not healthy either.
  const atWork = followers.filter((follower) => !(follower.fault() instanceof EngineAway))
  if (!engines.healthy() || atWork.some((follower) => follower.fault() !== null)) return false
  return Promise.all(atWork.map((follower) => follower.caughtUp({ patienceMs }))).then(
    (caughtUp) => caughtUp.every(Boolean),
    () => false, // the store is away
  )
}

/** The sentences of a release that is too old for its store. What other faults say may be of somebody's parcel. */
const tooOldFor = (followers: readonly Follower[]): string[] => {
  const sentences = followers
    .map((follower) => follower.fault())
    .flatMap((fault) => (fault instanceof UnknownStoredEvent ? [fault.message] : []))
  return [...new Set(sentences)]
}

/**
 * `/healthz` answers while the process lives, `/readyz` only while it can do its work. Its answer also names the read
 * models that are behind: `{ ready: true, behind: [{ service, view, position, stoppedBy }] }`, streams that are damaged:
 * `damaged: [{ service, stream, revision, position, since }]`, whoever listens and is more
 * than a minute behind: `behind: [{ topic, group, messages, seconds }]`, and why it can't, where that is the disk or what
 * stands in the store: `{ ready: false, because: ['no schema for stored event …'] }`.
 */
export const health = (
  parts: { engines: Healthy; followers: readonly Follower[]; listening?: readonly Listening[] | undefined } | null,
): RequestHandler => {
  const { followers, listening = [] } = parts ?? { followers: [] }
  const router = Router()
  router.get('/healthz', (_request, response) => void response.json({ alive: true }))
  router.get('/readyz', async (_request, response) => {
    const ready = parts !== null && (await isReady(parts.engines, followers))
    const views = followers.flatMap((follower) => follower.behind?.() ?? [])
    const behind = [...views, ...lagging(listening)]
    const damaged = followers.flatMap((follower) => follower.damaged?.() ?? [])
    const trouble = parts?.engines.trouble?.() ?? null
    const because = [...(trouble ? [storageSentence(trouble)] : []), ...tooOldFor(followers)]
    response.status(ready ? 200 : 503).json({
      ready,
      ...(because.length > 0 ? { because } : {}),
      ...(behind.length > 0 ? { behind } : {}),
      ...(damaged.length > 0 ? { damaged } : {}),
    })
  })
  return router
}
