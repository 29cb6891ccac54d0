import { createBff, devPages, whileFilling } from '@tuma/bff'
import { findFilling, health, type Log, tellLateness } from '@tuma/platform/runtime'
import { createSite, onlyOurHost } from '@tuma/site'
import { type ErrorRequestHandler, type RequestHandler, Router } from 'express'
import { areas } from './areas.ts'
import { metricsPage } from './metrics-page.ts'
import type { Parts, Services } from './services.ts'

export type WebApp = {
  readonly router: Router
  /** Closes the open event streams. */
  close(): Promise<void>
}

/** All answers of one address: health, the demonstration's own pages, the API, and the site for all other paths. */
export const webApp = async (
  { engines, settings, secretFor, environment, log }: Parts,
  { clients, followers, listening }: Services,
  demonstration: boolean,
  /** In a demonstration only. */
  payersPhone?: RequestHandler,
): Promise<WebApp> => {
  const own = engines.of('bff')
  const bff = createBff({
    services: clients,
    engines: own,
    settings: { ...settings, secret: secretFor('bff'), demonstration },
    environment,
    log: log.child({ service: 'bff' }),
  })

  const router = Router().use(health({ engines, followers, listening }))
  router.use(await metricsPage(settings.METRICS_TOKEN, { engines, followers, listening }))
  router.use(onlyOurHost(settings.PUBLIC_URL))
  if (demonstration) router.use(devPages({ ...clients, environment }))
  if (payersPhone) router.use(payersPhone)
  const site = createSite({ ...areas, publicUrl: settings.addressKnown ? settings.PUBLIC_URL : undefined })
  router.get('/api/remotes', site).use('/api', bff.router)
  router.use(whileFilling(() => findFilling(followers)))
  router.use(bff.pages).use(site).use(answerFaults(log))
  const endTelling = tellLateness(own.cache, listening)
  return {
    router,
    async close() {
      endTelling()
      await bff.close()
    },
  }
}

const answerFaults =
  (log: Log): ErrorRequestHandler =>
  (error, _request, response, next) => {
    log.error({ err: error }, 'fault')
    if (response.headersSent) return next(error)
    response.status(500).json({ code: 'fault', message: 'Something went wrong on our side. Please try again.' })
  }
