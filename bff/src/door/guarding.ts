import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { RequestHandler } from 'express'
import helmet, { type HelmetOptions } from 'helmet'

/** What helmet says to browsers, which is the same in each answer: so it is asked once. */
export const guarding = (options: HelmetOptions): RequestHandler => {
  const sample = new ServerResponse(new IncomingMessage(new Socket()))
  helmet(options)(sample.req, sample, () => undefined)
  const headers = new Map(Object.entries(sample.getHeaders() as Record<string, string>))
  return (_request, response, next) => {
    response.setHeaders(headers)
    next()
  }
}
