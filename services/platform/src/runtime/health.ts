import { setTimeout as pause } from 'node:timers/promises'
import { type RequestHandler, Router } from 'express'
import type { Follower } from '../event-sourcing/follower.ts'
import { EngineAway } from '../ports/message-bus.ts'

const patienceMs = 1000

type Healthy = { healthy(): boolean }

/** Storage can be trusted, and what has been recorded shows. */
const isReady = async (engines: Healthy, followers: readonly Follower[]): Promise<boolean> => {
  // One that waits for an engine goes on by itself; where that is a store, the engines are not healthy either.
  const atWork = followers.filter((follower) => !(follower.fault() instanceof EngineAway))
  if (!engines.healthy() || atWork.some((follower) => follower.fault() !== null)) return false
  const caughtUp = Promise.all(atWork.map((follower) => follower.caughtUp())).then(
    () => true,
    () => false, // the store is away
  )
  return Promise.race([caughtUp, pause(patienceMs, false, { ref: false })])
}

/**
 * `/healthz` answers while the process lives, `/readyz` only while it can do its work. Its answer also names the read
 * models that are behind: `{ ready: true, behind: [{ service, view, position, stoppedBy }] }`.
 */
export const health = (parts: { engines: Healthy; followers: readonly Follower[] } | null): RequestHandler => {
  const router = Router()
  router.get('/healthz', (_request, response) => void response.json({ alive: true }))
  router.get('/readyz', async (_request, response) => {
    const ready = parts !== null && (await isReady(parts.engines, parts.followers))
    const behind = parts?.followers.flatMap((follower) => follower.behind?.() ?? []) ?? []
    response.status(ready ? 200 : 503).json({ ready, ...(behind.length > 0 ? { behind } : {}) })
  })
  return router
}
