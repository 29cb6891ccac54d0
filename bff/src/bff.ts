import type { User } from '@tuma/contracts/api'
import { Refused } from '@tuma/contracts/vocabulary'
import { type Engines, getNetwork } from '@tuma/platform/ports'
import { type Environment, type Log, markBehind } from '@tuma/platform/runtime'
import express, { type ErrorRequestHandler, type Request, type RequestHandler, Router } from 'express'
import { adminDeliveryCalls } from './calls/admin-deliveries.ts'
import { adminPaymentCalls } from './calls/admin-payments.ts'
import { agentLists } from './calls/agent-lists.ts'
import { agentSteps } from './calls/agent-steps.ts'
import { approvalCalls } from './calls/approvals.ts'
import { atTheDoorCalls } from './calls/at-the-door.ts'
import { auditCalls } from './calls/audit.ts'
import { bookingCalls } from './calls/bookings.ts'
import { bookCalls } from './calls/books.ts'
import { smsCallbacks } from './calls/callbacks.ts'
import { campaignCalls } from './calls/campaigns.ts'
import { cashCalls } from './calls/cash.ts'
import { collectingCalls } from './calls/collecting.ts'
import { counterCalls } from './calls/counter.ts'
import { counterParcelCalls } from './calls/counter-parcels.ts'
import { deliveryCalls } from './calls/deliveries.ts'
import { openDrawing } from './calls/drawing.ts'
import { erasureCalls } from './calls/erasures.ts'
import { labelCalls } from './calls/labels.ts'
import { locationCalls } from './calls/locations.ts'
import { marketingCalls } from './calls/marketing.ts'
import { moneyCalls } from './calls/money.ts'
import { networkCalls } from './calls/network.ts'
import { operationCalls } from './calls/operations.ts'
import { ownDataCalls } from './calls/own-data.ts'
import { ownStatementCalls } from './calls/own-statement.ts'
import { openPapers } from './calls/papers.ts'
import { parcelMessageCalls } from './calls/parcel-messages.ts'
import { paymentCalls } from './calls/payment.ts'
import { peopleCalls } from './calls/people.ts'
import { isPhoto, takePhoto } from './calls/photo-file.ts'
import { requestCalls } from './calls/requests.ts'
import { revenueCalls } from './calls/revenue.ts'
import { savedPeopleCalls } from './calls/saved-people.ts'
import { scanningCalls } from './calls/scanning.ts'
import { secondFactorCalls } from './calls/second-factor.ts'
import { sessionCalls } from './calls/sessions.ts'
import { shopCalls } from './calls/shops.ts'
import { isStatementFile, statementCalls, takeStatementFile } from './calls/statements.ts'
import { supportCalls } from './calls/support.ts'
import { tillCallbacks } from './calls/till-callbacks.ts'
import { todayCalls } from './calls/today.ts'
import { troubleCalls } from './calls/trouble.ts'
import { userCalls } from './calls/users.ts'
import type { Dependencies, Services } from './dependencies.ts'
import { apiDocs } from './docs/docs.ts'
import { answering } from './door/answering.ts'
import { type Arrival, buildHeaders } from './door/arrival.ts'
import { createToCommandContext, createToSystemContext } from './door/command-context.ts'
import { openCookies } from './door/cookies.ts'
import { findByTrackingId } from './door/finding.ts'
import { asAnswers, guarding } from './door/guarding.ts'
import { type Limits, openLimits } from './door/limits.ts'
import { openLoadShedding, type Shed } from './door/load-shedding.ts'
import { asOneCommand } from './door/one-command.ts'
import { getSite, sharingWith, withoutCookies } from './door/origins.ts'
import { refusingOwnMoney } from './door/own-money.ts'
import { packing } from './door/packing.ts'
import { guarded } from './door/policy.ts'
import { answerTo, bodyRefusal, fault, getBody } from './door/refusing.ts'
import { openSecurity, type Security } from './door/security.ts'
import { openChanges } from './live/changes.ts'
import { liveCalls } from './live/live.ts'
import { trackingPages } from './pages/tracking.ts'
import { type BffSettings, mustSetUpSecondFactor } from './settings.ts'

export { devPages } from './docs/dev-pages.ts'
export { misleading, misleadingSentences } from './misleading.ts'
export { whileFilling, whileStarting } from './pages/starting.ts'
export { assertProxiesSaid, type BffSettings, bffSettings, noDemonstrationInProduction } from './settings.ts'

const bodyLimit = 64 * 1024
const heartbeatMs = 25_000

type Options = {
  readonly services: Services
  readonly engines: Pick<Engines, 'bus' | 'cache' | 'limits' | 'degraded'>
  readonly settings: BffSettings
  readonly environment: Environment
  readonly log: Log
}

export type Bff = {
  /** Answers everything below /api. Mount it there, in an application that trusts `TRUSTED_PROXIES` proxies. */
  readonly router: Router
  /** Pages at the addresses in messages and codes. Mount them beside it, at the root. */
  readonly pages: Router
  /** Ends the connections of open screens, which would never end by themselves. */
  close(): Promise<void>
}

export const createBff = (options: Options): Bff => {
  const { services, engines, settings, environment, log } = options
  const changes = openChanges({ bus: engines.bus, delivery: services.delivery, log })
  const security = openSecurity({ identity: services.identity, environment, log })
  const limits = openLimits(engines.limits, settings)
  const find = findByTrackingId(services.delivery, engines.limits, settings.TRACKING_MISSES_PER_QUARTER_HOUR)
  const drawing = openDrawing()
  const papers = openPapers({ counts: engines.limits, settings, draw: drawing.draw })
  const router = Router()

  router.use(guarding({ ...asAnswers, strictTransportSecurity: settings.PUBLIC_URL.startsWith('https:') }))
  router.use(named(environment), sharingWith(settings.ALLOWED_ORIGINS), packing)
  const { first, shed, close } = openLoadShedding(settings.CHANGES_AT_ONCE, { cache: engines.cache, environment, log })
  router.use(first, apiDocs())
  router.use(callbacks(options, shed))
  router.use(tillCallbacks(services.payment, shed))
  router.use('/callbacks', nothingHere(limits))
  const answer = answerCalls(options, { changes, security, limits, find, papers })
  router.use(onlyIf(isStatementFile, statementFiles(answer)))
  router.use(onlyIf(isPhoto, Router().use(takePhoto, markBehind, answer)))
  router.use(jsonOnly, express.json({ limit: bodyLimit, inflate: false }))
  router.use(markBehind, shed(answer))
  router.use(nothingHere(limits))
  router.use(answerErrors(log, security))
  return {
    router,
    pages: trackingPages({ ...options, ...services, find, limits, counts: engines.limits }),
    async close() {
      close()
      await changes.close()
      await drawing.close()
      await security.close()
    },
  }
}

/** Gives every answer an id that is in the log, and forbids caches in between to keep it. */
const named =
  ({ randomBytes }: Environment): RequestHandler =>
  (_request, response, next) => {
    response.locals.requestId = Buffer.from(randomBytes(12)).toString('hex')
    response.set({ 'x-request-id': response.locals.requestId, 'cache-control': 'no-store' })
    next()
  }

/** Before the limits, because a provider reports thousands of messages from one address. */
const callbacks = ({ services: { notification }, settings }: Options, shed: Shed): RequestHandler => {
  const { AT_CALLBACK_SECRET } = settings
  if (AT_CALLBACK_SECRET === undefined) return (_request, _response, next) => next()
  const toSystemContext = createToSystemContext(settings.secret)
  return smsCallbacks({ notification, secret: AT_CALLBACK_SECRET, toSystemContext, shed })
}

const onlyIf =
  (is: (request: Request) => boolean, handler: RequestHandler): RequestHandler =>
  (request, response, next) =>
    is(request) ? handler(request, response, next) : next()

/**
 * A file that is sent for minutes does not take a turn of other calls. Its own call limits how many are sent at once,
 * as for photos.
 */
const statementFiles = (answer: RequestHandler): RequestHandler => Router().use(takeStatementFile, markBehind, answer)

const jsonOnly: RequestHandler = (request, _response, next) => {
  const { 'transfer-encoding': chunked, 'content-length': length = '0' } = request.headers
  if ((chunked !== undefined || length !== '0') && !request.is('application/json')) throw new Refused('not_json')
  next()
}

/** Counts programs that try many addresses or secrets: as changes, and as misses. */
const nothingHere =
  (limits: Limits): RequestHandler =>
  async ({ method, ip }) => {
    const network = getNetwork(ip ?? '')
    if (method !== 'GET' && method !== 'HEAD') await limits.change(null, network)
    await limits.lookUp(network, async () => {
      throw new Refused('not_found')
    })
  }

type Parts = Pick<Dependencies, 'changes' | 'limits' | 'find' | 'papers'> & { readonly security: Security }

const answerCalls = (options: Options, { changes, security, limits, find, papers }: Parts): RequestHandler => {
  const { services, engines, settings, environment, log } = options
  const cookies = openCookies(settings)
  const oneCommand = asOneCommand(engines.cache, settings.secret)
  const mustSetUp = (user: User) => mustSetUpSecondFactor(settings, user)
  const dependencies: Dependencies = {
    ...options,
    changes,
    cookies,
    limits,
    counts: engines.limits,
    papers,
    ...guarded(services.identity, cookies, limits, security, mustSetUp, refusingOwnMoney(services), oneCommand),
    mustSetUp,
    toCommandContext: createToCommandContext(settings.secret, environment),
    find,
  }
  const answer = answering(getCalls(dependencies), {
    refused: getBody,
    heartbeatMs,
    clientInterceptors: [
      async ({ next, context, path }) => {
        try {
          return await next()
        } catch (error) {
          const answer = answerTo(error)
          if (answer === fault) log.error({ err: error, requestId: context.requestId, call: path.join('.') }, 'fault')
          retryLater(answer, (seconds) => context.resHeaders.set('retry-after', seconds))
          throw answer
        }
      },
    ],
  })

  return async (request, response, next) => {
    const sent = buildHeaders(request.headers)
    const site = getSite(sent, settings.ALLOWED_ORIGINS)
    const context: Arrival = {
      requestId: response.locals.requestId,
      method: request.method,
      path: request.baseUrl + request.path,
      query: request.originalUrl.split('?')[1] ?? '',
      address: getNetwork(request.ip ?? ''),
      site,
      headers: site === 'allowed-other-site' ? withoutCookies(sent) : sent,
      resHeaders: new Headers([['x-server-time', environment.now()]]),
    }
    if (!(await answer(request, response, context))) next()
  }
}

const getCalls = (dependencies: Dependencies) =>
  dependencies.api.router({
    users: { ...userCalls(dependencies), ...secondFactorCalls(dependencies) },
    sessions: sessionCalls(dependencies),
    ownData: ownDataCalls(dependencies),
    erasures: erasureCalls(dependencies),
    approvals: approvalCalls(dependencies),
    deliveries: { ...deliveryCalls(dependencies), ...todayCalls(dependencies) },
    savedPeople: savedPeopleCalls(dependencies),
    requests: requestCalls(dependencies),
    agent: { ...agentLists(dependencies), ...agentSteps(dependencies), ...atTheDoorCalls(dependencies) },
    collecting: collectingCalls(dependencies),
    counter: { ...counterCalls(dependencies), ...labelCalls(dependencies) },
    counterParcels: counterParcelCalls(dependencies),
    scanning: scanningCalls(dependencies),
    bookings: bookingCalls(dependencies),
    trouble: troubleCalls(dependencies),
    payment: paymentCalls(dependencies),
    locations: locationCalls(dependencies),
    people: peopleCalls(dependencies),
    adminDeliveries: adminDeliveryCalls(dependencies),
    parcelMessages: parcelMessageCalls(dependencies),
    adminPayments: adminPaymentCalls(dependencies),
    statements: statementCalls(dependencies),
    books: bookCalls(dependencies),
    cash: cashCalls(dependencies),
    money: { ...moneyCalls(dependencies), ...ownStatementCalls(dependencies) },
    network: { ...networkCalls(dependencies), ...shopCalls(dependencies) },
    revenue: revenueCalls(dependencies),
    marketing: { ...marketingCalls(dependencies), ...campaignCalls(dependencies) },
    support: supportCalls(dependencies),
    operations: operationCalls(dependencies),
    audit: auditCalls(dependencies),
    live: liveCalls(dependencies),
  })

const answerErrors =
  (log: Log, security: Security): ErrorRequestHandler =>
  (error, request, response, _next) => {
    const answer = answerTo(bodyRefusal(error))
    security.refusedEarly(error, request.ip ?? '')
    if (answer === fault) log.error({ err: error, requestId: response.locals.requestId }, 'fault')
    retryLater(answer, (seconds) => response.set('retry-after', seconds))
    response.status(answer.status).json(getBody(answer))
  }

const retryLater = ({ data }: ReturnType<typeof answerTo>, tell: (seconds: string) => void): void => {
  if (data?.retryAfter !== undefined) tell(String(data.retryAfter))
}
