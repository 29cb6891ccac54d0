import { createHash } from 'node:crypto'
import { photoBytesMost, photoTypes, Refused } from '@tuma/contracts/vocabulary'
import express, { type Request, type RequestHandler } from 'express'
import type { Dependencies } from '../dependencies.ts'
import { storedPhone } from './stored-phone.ts'
import { deliveryOf } from './tracked.ts'

const photoPath = /^\/agent\/deliveries\/[^/]+\/photos\/?$/

/** A body that is a photo, by what it says it is: what it is, its bytes say. */
export const isPhoto = (request: Request): boolean =>
  request.method === 'POST' && photoPath.test(request.path) && Boolean(request.is([...photoTypes]))

/** Whole, for it is small. @throws Refused photo_too_large */
export const takePhoto: RequestHandler = (request, response, next) => {
  express.raw({ type: () => true, limit: photoBytesMost, inflate: false })(request, response, (error?: unknown) => {
    if (error) return next(isTooLarge(error) ? new Refused('photo_too_large') : error)
    request.body = { photo: request.body }
    next()
  })
}
const isTooLarge = (error: unknown): boolean =>
  error instanceof Error && 'type' in error && error.type === 'entity.too.large'

/** Parcels that do not go their way, and what somebody says of them. */
export const troubleCalls = ({ api, services: { delivery, identity }, asked }: Dependencies) => ({
  hold: api.trouble.hold.handler(async ({ input, context }) => {
    const { id: deliveryId, code, note = '' } = input
    const answer = await delivery.putOnHold({ asked: asked(context, input), deliveryId, code, note })
    return deliveryOf(answer.delivery)
  }),
  lift: api.trouble.lift.handler(async ({ input, context }) => {
    const { id: deliveryId, code } = input
    return deliveryOf((await delivery.liftHold({ asked: asked(context, input), deliveryId, code })).delivery)
  }),
  addPhoto: api.trouble.addPhoto.handler(async ({ input: { id: deliveryId, photo }, context }) => {
    const press = asked(context, { photo: createHash('sha256').update(photo).digest('hex') })
    const answer = await delivery.addPhoto({ asked: press, deliveryId, photo: Buffer.from(photo).toString('base64') })
    return deliveryOf(answer.delivery)
  }),
  photo: api.trouble.photo.handler(async ({ input: { id: deliveryId, photoId }, context }) => {
    const { type, photo } = await delivery.photo({ viewer: context.caller.actor, deliveryId, photoId })
    const name = `photo.${type === 'image/webp' ? 'webp' : 'jpg'}`
    context.resHeaders.set('content-disposition', `attachment; filename="${name}"`)
    context.resHeaders.set('x-content-type-options', 'nosniff')
    return new File([Buffer.from(photo, 'base64')], name, { type })
  }),
  decide: api.trouble.decide.handler(async ({ input, context }) => {
    const { id: deliveryId, decision } = input
    return deliveryOf((await delivery.decideWait({ asked: asked(context, input), deliveryId, decision })).delivery)
  }),
  sendBack: api.trouble.sendBack.handler(async ({ input, context }) => {
    const { id: deliveryId } = input
    return deliveryOf((await delivery.sendBack({ asked: asked(context, input), deliveryId })).delivery)
  }),
  reportLost: api.trouble.reportLost.handler(async ({ input, context }) => {
    const { id: deliveryId, lost } = input
    return deliveryOf((await delivery.reportLost({ asked: asked(context, input), deliveryId, lost })).delivery)
  }),
  changePhone: api.trouble.changePhone.handler(async ({ input, context }) => {
    const change = { asked: asked(context, input), deliveryId: input.id, phone: storedPhone(input.phone), reason: null }
    return deliveryOf((await delivery.changeReceiverPhone(change)).delivery)
  }),
  correctPhone: api.trouble.correctPhone.handler(async ({ input, context }) => {
    const { id: deliveryId, phone, reason } = input
    const change = { asked: asked(context, input), deliveryId, phone: storedPhone(phone), reason }
    return deliveryOf((await delivery.changeReceiverPhone(change)).delivery)
  }),
  raiseCodes: api.trouble.raiseCodes.handler(({ context }) => delivery.raiseCodes({ asked: asked(context, {}) })),
  problems: api.trouble.problems.handler(async () => {
    const { codes, ...found } = await delivery.problems()
    const accountIds = codes.map(({ agentId }) => agentId)
    const names = accountIds.length === 0 ? {} : await identity.names({ accountIds })
    return { ...found, codes: codes.map((one) => ({ ...one, name: names[one.agentId] ?? null })) }
  }),
})
