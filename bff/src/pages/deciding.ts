import type { DeliveryClient } from '@tuma/contracts/services'
import { Refused, type WaitDecision, waitDecisions } from '@tuma/contracts/vocabulary'
import { isRefusal } from '@tuma/platform/event-sourcing'
import type { LimitCounts } from '@tuma/platform/ports'
import { type Environment, limitAttempts } from '@tuma/platform/runtime'
import { type Request, type RequestHandler, type Response, Router } from 'express'
import { tracked } from '../calls/tracked.ts'
import type { FindByTrackingId } from '../door/finding.ts'
import type { Limits } from '../door/limits.ts'
import {
  askedNow,
  form,
  getAddress,
  getLanguage,
  onlyFromHere,
  pageHeaders,
  textIn,
  visitorCaller,
} from './at-the-page.ts'
import { decisionPage, type ToDecide } from './decision-html.ts'
import type { NotDone } from './tracking-html.ts'

const quarterHour = 15 * 60_000

/** Answers like the tracking page: the parcel, and above it the result of the decision. */
type AnswerWithParcel = (request: Request, response: Response, typed: string, said: NotDone) => Promise<void>

/**
 * `/t/<id>/<key>`, the address in the SMS to the sender of a parcel that is not collected. It opens that one decision,
 * until it is decided. Wrong keys are counted like wrong tracking ids.
 */
export const decisionPages = (deps: {
  readonly find: FindByTrackingId
  readonly delivery: Pick<DeliveryClient, 'decideWaitByKey'>
  readonly limits: Pick<Limits, 'change'>
  readonly counts: LimitCounts
  readonly missesPerQuarterHour: number
  readonly environment: Pick<Environment, 'randomBytes' | 'now'>
  readonly answerWithParcel: AnswerWithParcel
  readonly answerError: (request: Request, response: Response, typed: string, error: unknown) => Promise<void>
}): Router => {
  const { find, delivery, limits, counts, missesPerQuarterHour: max, environment } = deps
  const attempt = limitAttempts(counts, { name: 'decisions', max, windowMs: quarterHour })

  /** @param decision null: only looks. @throws Refused not_found for a wrong key, too_many */
  const decide = async (request: Request, trackingId: string, decision: WaitDecision | null) => {
    const giveBack = await attempt(getAddress(request))
    const asked = { asked: askedNow(environment), trackingId, key: textIn(request.params.key), decision }
    try {
      const answer = await delivery.decideWaitByKey(asked)
      await giveBack()
      return answer
    } catch (error) {
      if (!isRefusal(error) || error.code !== 'not_found') await giveBack()
      throw error
    }
  }
  const foundBy = async (request: Request) => {
    const context = { caller: visitorCaller, address: getAddress(request) }
    return tracked({ ...(await find(context, textIn(request.params.id))), inFull: false, now: environment.now() })
  }
  const answering =
    (act: (request: Request, response: Response) => Promise<void>): RequestHandler =>
    async (request, response) => {
      const typed = textIn(request.params.id)
      await act(request, response).catch((error) => {
        const why = isRefusal(error) ? notDone[error.code] : undefined
        return why
          ? deps.answerWithParcel(request, response, typed, why)
          : deps.answerError(request, response, typed, error)
      })
    }

  const look = (isSure: boolean) =>
    answering(async (request, response) => {
      const parcel = await foundBy(request)
      const { waiting } = await decide(request, parcel.trackingId, null)
      if (!waiting) throw new Refused('not_found')
      const { until, longerUntil = null } = waiting
      const asked: ToDecide = { parcel, key: textIn(request.params.key), until, longerUntil }
      const page = decisionPage(asked, { language: getLanguage(request), isSure })
      response.set(pageHeaders).type('html').send(page)
    })
  const press = answering(async (request, response) => {
    const decision = waitDecisions.find((one) => one === request.body?.decision)
    await limits.change(null, getAddress(request))
    const { trackingId } = await foundBy(request)
    await decide(request, trackingId, decision ?? null)
    const lang = getLanguage(request)
    const where = decision
      ? `?lang=${lang}&decided=${decision}`
      : `/${encodeURIComponent(textIn(request.params.key))}?lang=${lang}`
    response.redirect(303, `/t/${trackingId}${where}`)
  })

  const router = Router()
  router.get('/t/:id/:key', look(false))
  router.get('/t/:id/:key/back', look(true))
  router.post('/t/:id/:key', onlyFromHere, form, press)
  return router
}

/** Shown above the parcel, so that a sender who comes too late sees what became of it. */
const notDone: Readonly<Record<string, NotDone>> = {
  not_found: 'decide.spent',
  step_not_allowed: 'decide.spent',
  waited_longest: 'decide.waitedLongest',
  parcel_held: 'sentence.held',
}
