import type { PaymentClient } from '@tuma/contracts/services'
import express, { type RequestHandler, Router } from 'express'
import type { Shed } from '../door/load-shedding.ts'

const bodyLimit = 64 * 1024

/**
 * M-Pesa's callbacks, at addresses that only M-Pesa has. Payment knows them, and all other addresses are answered as
 * missing. M-Pesa gets its answer once the callback is stored.
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
