import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { RequestHandler } from 'express'
import helmet, { type HelmetOptions } from 'helmet'

/**
 * Headers for answers, which programs read. If a browser shows one, it can do nothing and can not be framed; the few
 * pages set their own policy. Headers for old plugins are left out: they were half of a short answer.
 */
export const asAnswers = {
  contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] } },
  originAgentCluster: false,
  xDnsPrefetchControl: false,
  xDownloadOptions: false,
  xPermittedCrossDomainPolicies: false,
  xXssProtection: false,
} satisfies HelmetOptions

/** Helmet's headers are the same in each answer, so they are computed once. */
export const guarding = (options: HelmetOptions): RequestHandler => {
  const sample = new ServerResponse(new IncomingMessage(new Socket()))
  helmet(options)(sample.req, sample, () => undefined)
  const headers = new Map(Object.entries(sample.getHeaders() as Record<string, string>))
  return (_request, response, next) => {
    response.setHeaders(headers)
    next()
  }
}
