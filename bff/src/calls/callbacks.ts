import { createHash, timingSafeEqual } from 'node:crypto'
import { normalisePhone, Refused } from '@tuma/contracts/vocabulary'
import express, { type Request, type RequestHandler, Router } from 'express'
import * as z from 'zod/mini'
import type { Services } from '../dependencies.ts'
import type { AskedBySystem } from '../door/asked.ts'
import type { Shed } from '../door/shedding.ts'

const field = z.string().check(z.maxLength(200))
const optOut = z.object({ phoneNumber: field })
const report = z.object({ id: field, status: field, failureReason: z.optional(field) })

/**
 * What Africa's Talking tells us, form-encoded and unsigned: only who knows the secret in the address is listened to,
 * and for everybody else there is no such address.
 */
export const africasTalkingCallbacks = (options: {
  readonly notification: Services['notification']
  readonly secret: string
  readonly asked: AskedBySystem
  readonly shed: Shed
}): Router => {
  const { notification, secret, asked, shed } = options
  const form = express.urlencoded({ extended: false, limit: 4096, parameterLimit: 20, inflate: false })
  const path = '/callbacks/africastalking/:secret'
  const router = Router()

  const optedOut: RequestHandler = async (request, response) => {
    const phone = normalisePhone(read(optOut, request).phoneNumber)
    if (phone === null) throw new Refused('bad_input', { field: 'phoneNumber' })
    await notification.optOut({ asked: asked('africastalking', { phone }, response.locals.requestId), phone })
    response.sendStatus(200)
  }
  const reported: RequestHandler = async (request, response) => {
    const { id: providerId, status, failureReason = null } = read(report, request)
    const said = { providerId, status, failureReason }
    await notification.deliveryReport({ asked: asked('africastalking', said, response.locals.requestId), ...said })
    response.sendStatus(200)
  }
  router.post(`${path}/opt-out`, knows(secret), form, shed(optedOut))
  router.post(`${path}/delivery-report`, knows(secret), form, shed(reported))
  return router
}

const knows =
  (secret: string): RequestHandler =>
  (request, _response, next) =>
    next(sameText(String(request.params.secret), secret) ? undefined : 'router')

/** In the same time whatever is alike. */
const sameText = (one: string, other: string): boolean => timingSafeEqual(digest(one), digest(other))
const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

const read = <Schema extends z.ZodMiniType>(schema: Schema, { body }: Request): z.output<Schema> => {
  const parsed = z.safeParse(schema, body)
  if (parsed.success) return parsed.data
  throw new Refused('bad_input', { field: parsed.error.issues[0]?.path.join('.') ?? '' })
}
