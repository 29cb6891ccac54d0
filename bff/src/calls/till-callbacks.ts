import type { PaymentClient } from '@tuma/contracts/services'
import express, { type RequestHandler, Router } from 'express'
import type { Shed } from '../door/shedding.ts'

const bodyLimit = 64 * 1024

/**
 * What M-Pesa tells of payments, at addresses that only it was given: payment knows them, and for all others there is none. It
 * hears that it was taken once that stands in the store.
 */
export const tillCallbacks = (payment: Pick<PaymentClient, 'callback'>, shed: Shed): Router => {
  const router = Router()
  const take: RequestHandler = async (request, response, next) => {
    const { body } = request
    const { taken } = await payment.callback({
      path: request.path.replace(/^\//, ''),
      body: typeof body === 'string' ? body : '',
      address: request.ip ?? '',
      correlationId: response.locals.requestId,
    })
    if (!taken) return next('router')
    response.json({ ResultCode: 0, ResultDesc: 'Accepted' })
  }
  const within = Router()
  within.post(/.*/, express.text({ type: () => true, limit: bodyLimit, inflate: false }), shed(take))
  router.use('/callbacks/till', within)
  return router
}
