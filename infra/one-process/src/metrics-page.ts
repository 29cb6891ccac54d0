import { createHash, timingSafeEqual } from 'node:crypto'
import type { ProcessEngines } from '@tuma/platform/ports'
import { type RequestHandler, Router } from 'express'
import type { Services } from './services.ts'
import type { BackupOfProduct } from './shipping/backup-of-product.ts'

type Measured = {
  readonly engines: ProcessEngines
  readonly backup?: Pick<BackupOfProduct, 'behindSeconds'> | undefined
} & Pick<Services, 'followers' | 'listening'>

/**
 * `/metrics` on a public address: only for callers with the token, and not found where no token is set.
 * Requests to everything that is mounted after it are measured.
 */
export const metricsPage = async (
  token: string | undefined,
  { engines, followers, listening, backup }: Measured,
): Promise<Router> => {
  const router = Router()
  if (token === undefined) return router.use('/metrics', (_request, response) => void response.sendStatus(404))
  const { openMetrics } = await import('@tuma/platform/metrics')
  const metrics = openMetrics('tuma')
  metrics.watch(engines)
  metrics.follow(followers, listening)
  if (backup?.behindSeconds) metrics.watchBackup(backup.behindSeconds)
  return router.use('/metrics', onlyWith(token)).use(metrics.handler)
}

const onlyWith = (token: string): RequestHandler => {
  const right = digest(`Bearer ${token}`)
  return (request, response, next) => {
    if (timingSafeEqual(right, digest(request.headers.authorization ?? ''))) return next()
    response.status(401).set('www-authenticate', 'Bearer').end()
  }
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
