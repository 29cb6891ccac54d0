import cors from 'cors'
import type { RequestHandler } from 'express'
import type { ArrivedHeaders } from './arrival.ts'

/**
 * The site that made the browser ask, by `Sec-Fetch-Site` and `Origin`:
 * - `own`: our own pages, an address that a person typed, a program.
 * - `allowed-same-site`: an origin of `ALLOWED_ORIGINS` on our own site. Our cookies count.
 * - `allowed-other-site`: an origin of `ALLOWED_ORIGINS` on another site. Our cookies do not count.
 * - `foreign`: every other origin.
 */
export type RequestSite = 'own' | 'allowed-same-site' | 'allowed-other-site' | 'foreign'

/** @param allowed origins as browsers write them: `https://partner.example` */
export const getSite = (headers: ArrivedHeaders, allowed: readonly string[]): RequestSite => {
  if (isOwnPage(headers)) return 'own'
  const origin = headers.get('origin')
  if (origin === null || !allowed.includes(origin)) return 'foreign'
  return isSameSite(headers, origin) ? 'allowed-same-site' : 'allowed-other-site'
}

/** A browser that does not send the site sends at least the origin of a change. */
export const isOwnPage = (headers: ArrivedHeaders): boolean => {
  const site = headers.get('sec-fetch-site')
  const origin = headers.get('origin')
  if (site) return site === 'same-origin' || site === 'none'
  return origin === null || URL.parse(origin)?.host === headers.get('host')
}

/** Browsers do not send the site to plain http. Two ports of one host are the same site there; more is not known. */
const isSameSite = (headers: ArrivedHeaders, origin: string): boolean => {
  const site = headers.get('sec-fetch-site')
  if (site) return site === 'same-site'
  return URL.parse(origin)?.hostname === URL.parse(`http://${headers.get('host')}`)?.hostname
}

/** A request whose cookies do not count: from another site, only a browser without SameSite sends them. */
export const withoutCookies = (headers: ArrivedHeaders): ArrivedHeaders => ({
  get: (name) => (name === 'cookie' ? null : headers.get(name)),
  has: (name) => name !== 'cookie' && headers.has(name),
})

const secondsOfPreflight = 600
const exposed = ['Link', 'x-total-count', 'x-next-cursor', 'x-left-out', 'x-server-time', 'retry-after']
const taken = ['authorization', 'content-type', 'idempotency-key', 'x-file-name', 'x-tuma-web-app']

/**
 * CORS for the origins of `ALLOWED_ORIGINS` only. Credentials are allowed because `fetch` with `credentials: 'include'`
 * fails without it; from another site they contain none of our cookies, which are SameSite=Lax.
 */
export const sharingWith = (allowed: readonly string[]): RequestHandler => {
  if (allowed.length === 0) return (_request, _response, next) => next()
  const share = cors({
    origin: [...allowed],
    credentials: true,
    methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
    allowedHeaders: taken,
    exposedHeaders: exposed,
    maxAge: secondsOfPreflight,
  })
  return (request, response, next) => {
    response.vary('Origin')
    if (allowed.includes(request.headers.origin ?? '')) return share(request, response, next)
    next()
  }
}
