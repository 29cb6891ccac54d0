import type { DeliveryClient, NotificationClient } from '@tuma/contracts/services'
import { contactPhone, type Language, trackingIdsIn } from '@tuma/contracts/vocabulary'
import { isRefusal } from '@tuma/platform/event-sourcing'
import type { LimitCounts } from '@tuma/platform/ports'
import type { Environment, Log } from '@tuma/platform/runtime'
import { type ErrorRequestHandler, type Request, type RequestHandler, type Response, Router } from 'express'
import { tracked } from '../calls/tracked.ts'
import { unlessAway } from '../calls/unless-away.ts'
import type { FindByTrackingId } from '../door/finding.ts'
import type { Limits } from '../door/limits.ts'
import type { BffSettings } from '../settings.ts'
import {
  askedNow,
  form,
  getAddress,
  getLanguage,
  isLanguage,
  onlyFromHere,
  pageHeaders,
  textIn,
  visitorCaller,
} from './at-the-page.ts'
import { decisionPages } from './deciding.ts'
import { type Done, type Looked, type NotDone, type Said, trackingPage } from './tracking-html.ts'

/**
 * `/t/<id>` and `/t?id=`: where a parcel is, as the public may know it, also for signed-in users. It is for the phones
 * that SMS reach, so it needs no script; codes on labels have it in capitals. `POST /t/<id>/language` sets the language
 * of the receiver's messages; `/t/<id>/<key>` asks the sender (`deciding.ts`).
 */
export const trackingPages = (deps: {
  readonly find: FindByTrackingId
  readonly delivery: Pick<DeliveryClient, 'issueCode' | 'decideWaitByKey'>
  readonly notification: Pick<NotificationClient, 'chooseLanguage' | 'getLanguage'>
  readonly limits: Pick<Limits, 'change'>
  readonly counts: LimitCounts
  readonly settings: Pick<BffSettings, 'CONTACT_PHONE' | 'demonstration' | 'TRACKING_MISSES_PER_QUARTER_HOUR'>
  readonly environment: Pick<Environment, 'randomBytes' | 'now'>
  readonly log: Log
}): Router => {
  const { find, delivery, notification, limits, settings, environment, log } = deps
  const found = async (request: Request, typed: string) =>
    await find({ caller: visitorCaller, address: getAddress(request) }, typed)
  const lookedFor = async (request: Request, typed: string): Promise<Seen> => {
    if (typed.trim() === '') return { looked: null, reads: null }
    if (trackingIdsIn(typed).length > 1) return { looked: 'page.twoIds', reads: null }
    const parcel = await found(request, typed)
    // The page shows the parcel even if notification can not give the receiver's language.
    const said = await unlessAway(notification.getLanguage({ deliveryId: parcel.delivery._id }))
    return { looked: tracked({ ...parcel, inFull: false, now: environment.now() }), reads: said?.language ?? null }
  }

  type Answer = { readonly looking?: Promise<Seen>; readonly notDone?: NotDone }
  const answer = async (request: Request, response: Response, typed: string, { looking, notDone }: Answer = {}) => {
    const { looked, reads }: Seen = await (looking ?? lookedFor(request, typed)).catch((error) => ({
      looked: whyNot(error, log),
      reads: null,
    }))
    const status = typeof looked === 'string' ? getStatus[looked] : notDone ? notDoneStatus[notDone] : 200
    const said: Said | null = notDone ? { key: notDone, isBad: true } : doneBy(request)
    const page = {
      ...{ language: getLanguage(request), asked: typed, said, reads },
      ...{ phone: contactPhone(settings), now: environment.now() },
    }
    response.status(status).set(pageHeaders).type('html').send(trackingPage(looked, page))
  }

  const choose = async (request: Request, response: Response, typed: string): Promise<void> => {
    const language: unknown = request.body?.language
    if (!isLanguage(language)) return answer(request, response, typed)
    await limits.change(null, getAddress(request))
    const { _id: deliveryId, trackingId } = (await found(request, typed)).delivery
    await notification.chooseLanguage({ asked: askedNow(environment), deliveryId, language })
    response.redirect(303, `/t/${trackingId}?lang=${language}&chosen`)
  }

  const issueCode = async (request: Request, response: Response, typed: string): Promise<void> => {
    await limits.change(null, getAddress(request))
    const { _id: deliveryId, trackingId } = (await found(request, typed)).delivery
    await delivery.issueCode({ asked: askedNow(environment), deliveryId, by: 'follower' })
    response.redirect(303, `/t/${trackingId}?lang=${getLanguage(request)}&sent`)
  }

  const router = Router()
  router.get('/t', (request, response) => answer(request, response, textIn(request.query.id)))
  router.get('/t/:id', (request, response) => answer(request, response, request.params.id))
  const answerError = (request: Request, response: Response, typed: string, error: unknown) =>
    answer(request, response, typed, { looking: Promise.reject(error) })
  const pressed =
    (act: typeof choose): RequestHandler =>
    async (request, response) => {
      const typed = textIn(request.params.id)
      await act(request, response, typed).catch((error) => answerError(request, response, typed, error))
    }
  router.post('/t/:id/language', onlyFromHere, form, pressed(choose))
  router.post('/t/:id/code', onlyFromHere, form, pressed(issueCode))
  const answerWithParcel = (request: Request, response: Response, typed: string, notDone: NotDone) =>
    answer(request, response, typed, { notDone })
  const missesPerQuarterHour = settings.TRACKING_MISSES_PER_QUARTER_HOUR
  router.use(decisionPages({ ...deps, missesPerQuarterHour, answerWithParcel, answerError }))
  // The request did not come from a form of ours.
  const refuse: ErrorRequestHandler = (_error, _request, response, _next) => void response.sendStatus(400)
  return router.use('/t', refuse)
}

/** What the page shows, and the language of the receiver's messages. */
type Seen = { readonly looked: Looked; readonly reads: Language | null }

const gone: readonly string[] = ['parcel_not_found', 'not_found', 'step_not_allowed']
const getStatus = {
  'page.twoIds': 400,
  'page.freeSticker': 404,
  'page.notFound': 404,
  'page.tooMany': 429,
  'page.failed': 503,
} as const
const notDoneStatus: Record<NotDone, number> = {
  'decide.spent': 404,
  'decide.waitedLongest': 409,
  'sentence.held': 409,
}

const whyNot = (error: unknown, log: Log): keyof typeof getStatus => {
  // The parcel was collected in the meantime, so there is no code to send.
  if (isRefusal(error) && gone.includes(error.code)) return 'page.notFound'
  if (isRefusal(error) && error.code === 'sticker_free') return 'page.freeSticker'
  if (isRefusal(error) && error.code === 'too_many') return 'page.tooMany'
  log.error({ err: error }, 'fault')
  return 'page.failed'
}

const doneBy = ({ query: { chosen, sent, decided } }: Request): Said | null => {
  const key = doneKeys.find(([was]) => was({ chosen, sent, decided }))?.[1]
  return key ? { key, isBad: false } : null
}
type Query = { readonly chosen: unknown; readonly sent: unknown; readonly decided: unknown }
const doneKeys: readonly (readonly [(query: Query) => boolean, Done])[] = [
  [({ chosen }) => chosen !== undefined, 'page.chosen'],
  [({ sent }) => sent !== undefined, 'page.codeSent'],
  [({ decided }) => decided === 'wait', 'decide.waits'],
  [({ decided }) => decided === 'back', 'decide.goesBack'],
]
