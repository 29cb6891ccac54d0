import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { RequestHandler } from 'express'
import helmet, { type HelmetOptions } from 'helmet'

/**
 * An answer is read by what asked for it. If a browser shows one all the same it does nothing, and is in nobody's frame;
 * the few pages among them say themselves what they may. What only old plugins read stays away: it was half of a short answer.
 */
export const asAnswers = {
  contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] } },
  originAgentCluster: false,
  xDnsPrefetchControl: false,
  xDownloadOptions: false,
  xPermittedCrossDomainPolicies: false,
  xXssProtection: false,
} satisfies HelmetOptions

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
