import { createHash } from 'node:crypto'
import type { Asked, DeliveryClient, NotificationClient } from '@tuma/contracts/services'
import { type Language, languages } from '@tuma/contracts/vocabulary'
import { isRefusal } from '@tuma/platform/event-sourcing'
import type { Log, Surroundings } from '@tuma/platform/runtime'
import express, { type ErrorRequestHandler, type Request, type RequestHandler, type Response, Router } from 'express'
import { tracked } from '../calls/tracked.ts'
import { headersOf } from '../door/arrival.ts'
import type { FindByTrackingId } from '../door/finding.ts'
import { languageIn } from '../door/language.ts'
import type { Limits } from '../door/limits.ts'
import { networkOf } from '../door/network.ts'
import { type Done, type Looked, trackingPage, trackingStyle } from './tracking-html.ts'

const seal = createHash('sha256').update(trackingStyle).digest('base64')
const headers = {
  'content-security-policy': `default-src 'none'; style-src 'sha256-${seal}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
  'x-robots-tag': 'noindex',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
  vary: 'accept-language, cookie',
}
const nobody = { actor: { kind: 'visitor', visitorId: null } as const, user: null, token: null }

/**
 * `/t/<id>` and `/t?id=`: where a parcel is, as anybody may know it, whoever is signed in. For the phones that SMS reach, so that
 * it needs no script; codes on labels hold it in capitals. `POST /t/<id>/language`: what its receiver is written to in.
 */
export const trackingPages = (house: {
  readonly find: FindByTrackingId
  readonly delivery: Pick<DeliveryClient, 'issueCode'>
  readonly notification: Pick<NotificationClient, 'chooseLanguage'>
  readonly limits: Pick<Limits, 'change'>
  readonly surroundings: Pick<Surroundings, 'randomBytes' | 'now'>
  readonly log: Log
}): Router => {
  const { find, delivery, notification, limits, surroundings, log } = house
  const addressOf = (request: Request) => networkOf(request.ip ?? '')
  const found = async (request: Request, typed: string) =>
    await find({ caller: nobody, address: addressOf(request) }, typed)

  const answer = async (request: Request, response: Response, typed: string, wanted?: Promise<Looked>) => {
    const looking =
      wanted ?? (typed.trim() === '' ? null : found(request, typed).then((one) => tracked({ ...one, inFull: false })))
    const looked = await Promise.resolve(looking).catch((error) => whyNot(error, log))
    const status = typeof looked === 'string' ? statusOf[looked] : 200
    const page = { language: languageOf(request), asked: typed, done: doneBy(request), now: surroundings.now() }
    response.status(status).set(headers).type('html').send(trackingPage(looked, page))
  }

  const choose = async (request: Request, response: Response, typed: string): Promise<void> => {
    const language: unknown = request.body?.language
    if (!isLanguage(language)) return answer(request, response, typed)
    await limits.change(null, addressOf(request))
    const { _id: deliveryId, trackingId } = (await found(request, typed)).delivery
    await notification.chooseLanguage({ asked: askedNow(surroundings), deliveryId, language })
    response.redirect(303, `/t/${trackingId}?lang=${language}&chosen`)
  }

  const issueCode = async (request: Request, response: Response, typed: string): Promise<void> => {
    await limits.change(null, addressOf(request))
    const { _id: deliveryId, trackingId } = (await found(request, typed)).delivery
    await delivery.issueCode({ asked: askedNow(surroundings), deliveryId })
    response.redirect(303, `/t/${trackingId}?lang=${languageOf(request)}&sent`)
  }

  const router = Router()
  router.get('/t', (request, response) => answer(request, response, textIn(request.query.id)))
  router.get('/t/:id', (request, response) => answer(request, response, request.params.id))
  const pressed =
    (act: typeof choose): RequestHandler =>
    async (request, response) => {
      const typed = textIn(request.params.id)
      await act(request, response, typed).catch((error) => answer(request, response, typed, Promise.reject(error)))
    }
  router.post('/t/:id/language', onlyFromHere, form, pressed(choose))
  router.post('/t/:id/code', onlyFromHere, form, pressed(issueCode))
  // What came is no form of ours.
  const refuse: ErrorRequestHandler = (_error, _request, response, _next) => void response.sendStatus(400)
  return router.use('/t', refuse)
}

const form = express.urlencoded({ extended: false, limit: 1024, inflate: false })
const isLanguage = (given: unknown): given is Language => languages.some((one) => one === given)

/** Another site must not make a browser choose; browsers that say nothing of it could choose no harm. */
const onlyFromHere: RequestHandler = ({ headers: { 'sec-fetch-site': site = 'same-origin' } }, response, next) => {
  if (site === 'same-origin' || site === 'none') return next()
  response.status(403).set(headers).type('text').send('This request came from another site.')
}

const askedNow = ({ randomBytes }: Pick<Surroundings, 'randomBytes'>): Asked => {
  const id = Buffer.from(randomBytes(16)).toString('hex')
  return { actor: nobody.actor, commandId: id, correlationId: id }
}

const gone: readonly string[] = ['parcel_not_found', 'not_found', 'step_not_allowed']
const statusOf = { 'page.notFound': 404, 'page.tooMany': 429, 'page.failed': 503 } as const

const whyNot = (error: unknown, log: Log): keyof typeof statusOf => {
  // It was fetched meanwhile: there is no code to send.
  if (isRefusal(error) && gone.includes(error.code)) return 'page.notFound'
  if (isRefusal(error) && error.code === 'too_many') return 'page.tooMany'
  log.error({ err: error }, 'fault')
  return 'page.failed'
}

/** Longer is no tracking id, however it is written. */
const textIn = (given: unknown): string => (typeof given === 'string' ? given.slice(0, 65) : '')

/** As the page is asked for, else as whoever asks reads. */
const languageOf = ({ query, body, headers: sent }: Request): Language => {
  const lang: unknown = query.lang ?? body?.lang
  return isLanguage(lang) ? lang : (languageIn(headersOf(sent)) ?? 'en')
}

const doneBy = ({ query: { chosen, sent } }: Request): Done | null => {
  if (chosen !== undefined) return 'page.chosen'
  return sent === undefined ? null : 'page.codeSent'
}
