import { createHash } from 'node:crypto'
import type { Asked } from '@tuma/contracts/services'
import { type Language, languages } from '@tuma/contracts/vocabulary'
import { getNetwork, type Network } from '@tuma/platform/ports'
import type { Surroundings } from '@tuma/platform/runtime'
import express, { type Request, type RequestHandler } from 'express'
import { buildHeaders } from '../door/arrival.ts'
import { languageIn } from '../door/language.ts'
import { isOwnPage } from '../door/origins.ts'
import { pageStyle } from './page.ts'

/** What all pages have in common that any browser can read: who asks, in which language, and what goes with an answer. */

const seal = createHash('sha256').update(pageStyle).digest('base64')
export const pageHeaders = {
  'content-security-policy': `default-src 'none'; style-src 'sha256-${seal}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
  'x-robots-tag': 'noindex',
  // With no-referrer a browser would name `null` as the origin of our own forms.
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
  vary: 'accept-language, cookie',
}

/** Whoever is signed in: the page tells anybody the same. */
export const nobody = { actor: { kind: 'visitor', visitorId: null } as const, user: null, token: null }
export const getAddress = ({ ip = '' }: Request): Network => getNetwork(ip)

export const askedNow = ({ randomBytes }: Pick<Surroundings, 'randomBytes'>): Asked => {
  const id = Buffer.from(randomBytes(16)).toString('hex')
  return { actor: nobody.actor, commandId: id, correlationId: id }
}

export const form = express.urlencoded({ extended: false, limit: 1024, inflate: false })

/** Another site must not make a browser choose, by what the browser says of the site or of the page's origin. */
export const onlyFromHere: RequestHandler = ({ headers }, response, next) => {
  if (isOwnPage(buildHeaders(headers))) return next()
  response.status(403).set(pageHeaders).type('text').send('This request came from another site.')
}

export const isLanguage = (given: unknown): given is Language => languages.some((one) => one === given)

/** As the page is asked for, else as whoever asks reads. */
export const getLanguage = ({ query, body, headers: sent }: Request): Language => {
  const lang: unknown = query.lang ?? query.l ?? body?.lang
  return isLanguage(lang) ? lang : (languageIn(buildHeaders(sent)) ?? 'en')
}

/** Longer is no tracking id and no key, however it is written. */
export const textIn = (given: unknown): string => (typeof given === 'string' ? given.slice(0, 65) : '')
