import { createHash } from 'node:crypto'
import { isRefusal } from '@tuma/platform/event-sourcing'
import type { Log } from '@tuma/platform/runtime'
import { type Request, type Response, Router } from 'express'
import { tracked } from '../calls/tracked.ts'
import type { FindByTrackingId } from '../door/finding.ts'
import { networkOf } from '../door/network.ts'
import { type Looked, trackingPage, trackingStyle } from './tracking-html.ts'
import type { Language } from './words.ts'

const seal = createHash('sha256').update(trackingStyle).digest('base64')
const headers = {
  'content-security-policy': `default-src 'none'; style-src 'sha256-${seal}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
  'x-robots-tag': 'noindex',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
  vary: 'accept-language, cookie',
}

/**
 * `/t/<id>` and `/t?id=`: where a parcel is, as anybody may know it, whoever is signed in. For the phones that SMS reach, so that
 * it needs no script; codes on labels hold it in capitals.
 */
export const trackingPages = (find: FindByTrackingId, log: Log): Router => {
  const router = Router()
  const look = async (request: Request, typed: string): Promise<Looked> => {
    if (typed.trim() === '') return null
    const nobody = { actor: { kind: 'visitor', visitorId: null } as const, user: null, token: null }
    try {
      const { delivery } = await find({ caller: nobody, address: networkOf(request.ip ?? '') }, typed)
      return tracked(delivery, false)
    } catch (error) {
      if (isRefusal(error) && error.code === 'parcel_not_found') return 'page.notFound'
      if (isRefusal(error) && error.code === 'too_many') return 'page.tooMany'
      log.error({ err: error }, 'fault')
      return 'page.failed'
    }
  }
  const answer = async (request: Request, response: Response, typed: string): Promise<void> => {
    const looked = await look(request, typed)
    const status = typeof looked === 'string' ? statusOf[looked] : 200
    response
      .status(status)
      .set(headers)
      .type('html')
      .send(trackingPage(looked, languageOf(request), typed))
  }
  router.get('/t', (request, response) => answer(request, response, textIn(request.query.id)))
  router.get('/t/:id', (request, response) => answer(request, response, request.params.id))
  return router
}

const statusOf = { 'page.notFound': 404, 'page.tooMany': 429, 'page.failed': 503 } as const

/** Longer is no tracking id, however it is written. */
const textIn = (given: unknown): string => (typeof given === 'string' ? given.slice(0, 65) : '')

/** As the page is asked for, else as this browser has chosen in the web app, else as it is set up. */
const languageOf = ({ query, headers: { cookie = '', 'accept-language': accepted = '' } }: Request): Language => {
  if (query.lang === 'sw' || query.lang === 'en') return query.lang
  const chosen = /(?:^|;\s*)tuma_language=(en|sw)(?:;|$)/.exec(cookie)?.[1]
  return (chosen as Language | undefined) ?? (/^\s*sw\b/i.test(accepted) ? 'sw' : 'en')
}
