import { createHash } from 'node:crypto'
import type { CommandContext } from '@tuma/contracts/services'
import { type Language, languages } from '@tuma/contracts/vocabulary'
import { getNetwork, type Network } from '@tuma/platform/ports'
import type { Environment } from '@tuma/platform/runtime'
import express, { type Request, type RequestHandler } from 'express'
import { buildHeaders } from '../door/arrival.ts'
import { languageIn } from '../door/language.ts'
import { isOwnPage } from '../door/origins.ts'
import { pageStyle } from './page.ts'

/** The common parts of all pages for every browser: the caller, the language, and the headers of an answer. */

const seal = createHash('sha256').update(pageStyle).digest('base64')
export const pageHeaders = {
  'content-security-policy': `default-src 'none'; style-src 'sha256-${seal}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
  'x-robots-tag': 'noindex',
  // With no-referrer a browser would send `null` as the origin of our own forms.
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
  vary: 'accept-language, cookie',
}

/** The caller of every page, because the pages are the same for signed-in users. */
export const visitorCaller = { actor: { kind: 'visitor', visitorId: null } as const, user: null, token: null }
export const getAddress = ({ ip = '' }: Request): Network => getNetwork(ip)

export const askedNow = ({ randomBytes }: Pick<Environment, 'randomBytes'>): CommandContext => {
  const id = Buffer.from(randomBytes(16)).toString('hex')
  return { actor: visitorCaller.actor, commandId: id, correlationId: id }
}

export const form = express.urlencoded({ extended: false, limit: 1024, inflate: false })

/** Another site must not make a browser choose. The browser's site or origin decides. */
export const onlyFromHere: RequestHandler = ({ headers }, response, next) => {
  if (isOwnPage(buildHeaders(headers))) return next()
  response.status(403).set(pageHeaders).type('text').send('This request came from another site.')
}

export const isLanguage = (given: unknown): given is Language => languages.some((one) => one === given)

/** The language that the page is asked for in, else that of the browser. */
export const getLanguage = ({ query, body, headers: sent }: Request): Language => {
  const lang: unknown = query.lang ?? query.l ?? body?.lang
  return isLanguage(lang) ? lang : (languageIn(buildHeaders(sent)) ?? 'en')
}

/** A longer text can be neither a tracking id nor a key. */
export const textIn = (given: unknown): string => (typeof given === 'string' ? given.slice(0, 65) : '')
