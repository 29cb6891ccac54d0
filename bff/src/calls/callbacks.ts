import { createHash, timingSafeEqual } from 'node:crypto'
import express, { type RequestHandler, Router } from 'express'
import type { Services } from '../dependencies.ts'
import type { ToSystemContext } from '../door/command-context.ts'
import type { Shed } from '../door/load-shedding.ts'

/**
 * Reports of SMS providers, form-encoded and unsigned. The address contains a secret; for other callers the address
 * does not exist. Notification knows the providers, their addresses and their fields.
 */
export const smsCallbacks = (options: {
  readonly notification: Pick<Services['notification'], 'callback'>
  readonly secret: string
  readonly toSystemContext: ToSystemContext
  readonly shed: Shed
}): Router => {
  const { notification, secret, toSystemContext, shed } = options
  const form = express.urlencoded({ extended: false, limit: 4096, parameterLimit: 20, inflate: false })
  const router = Router()

  const take: RequestHandler = async ({ params, body }, response, next) => {
    // The router accepts addresses in any case.
    const [provider, path] = [String(params.provider).toLowerCase(), String(params.path).toLowerCase()]
    const told = { provider, path, fields: { ...body } }
    const { taken } = await notification.callback({
      asked: toSystemContext(provider, told, response.locals.requestId),
      ...told,
    })
    if (!taken) return next('router')
    response.sendStatus(200)
  }
  router.post('/callbacks/:provider/:secret/:path', knows(secret), form, shed(take))
  return router
}

const knows =
  (secret: string): RequestHandler =>
  ({ params }, _response, next) =>
    next(sameText(String(params.secret), secret) ? undefined : 'router')

/** Compares in constant time. */
const sameText = (one: string, other: string): boolean => timingSafeEqual(digest(one), digest(other))
const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
