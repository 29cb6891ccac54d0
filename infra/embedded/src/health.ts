import { setTimeout as pause } from 'node:timers/promises'
import type { Follower } from '@tuma/platform/event-sourcing'
import type { EngineHouse } from '@tuma/platform/ports'
import { type RequestHandler, Router } from 'express'

const patienceMs = 1000

/** Storage can be trusted, and what has been recorded shows. */
const isReady = async (engines: EngineHouse, followers: readonly Follower[]): Promise<boolean> => {
  if (!engines.healthy() || followers.some((follower) => follower.fault() !== null)) return false
  const caughtUp = Promise.all(followers.map((follower) => follower.caughtUp())).then(() => true)
  return Promise.race([caughtUp, pause(patienceMs, false, { ref: false })])
}

/** `/healthz` answers while the process lives, `/readyz` only while it can do its work. */
export const health = (parts: { engines: EngineHouse; followers: readonly Follower[] } | null): RequestHandler => {
  const router = Router()
  router.get('/healthz', (_request, response) => void response.json({ alive: true }))
  router.get('/readyz', async (_request, response) => {
    const ready = parts !== null && (await isReady(parts.engines, parts.followers))
    response.status(ready ? 200 : 503).json({ ready })
  })
  return router
}
