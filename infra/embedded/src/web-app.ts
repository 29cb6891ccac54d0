import { createBff } from '@tuma/bff'
import type { Log } from '@tuma/platform/runtime'
import { createSite, remotesList } from '@tuma/shell/site'
import express, { type ErrorRequestHandler, type Express } from 'express'
import { areas } from './areas.ts'
import { devPages } from './dev-pages.ts'
import { health } from './health.ts'
import type { Parts, Services } from './services.ts'

export type WebApp = {
  readonly app: Express
  /** Lets go of those who wait for news. */
  close(): Promise<void>
}

/** Everything that one address answers: health, the demonstration's own pages, the API, and the site for what is left. */
export const webApp = (
  { engines, settings, secretFor, surroundings, log }: Parts,
  { clients, followers }: Services,
  demonstration: boolean,
): WebApp => {
  const bff = createBff({
    services: clients,
    engines: engines.of('bff'),
    settings: { ...settings, secret: secretFor('bff'), demonstration },
    surroundings,
    log: log.child({ service: 'bff' }),
  })
  const { MPESA_TILL_NAME: tillName } = settings

  const app = express().disable('x-powered-by').use(health({ engines, followers }))
  if (demonstration) app.use(devPages({ notification: clients.notification, tillName, surroundings }))
  app.get('/api/remotes', (_request, response) => void response.json(remotesList(areas.remotes)))
  app.use('/api', bff.router).use(createSite(areas)).use(answerFaults(log))
  return { app, close: bff.close }
}

const answerFaults =
  (log: Log): ErrorRequestHandler =>
  (error, _request, response, next) => {
    log.error({ err: error }, 'fault')
    if (response.headersSent) return next(error)
    response.status(500).json({ code: 'fault', message: 'Something went wrong. Please try again.' })
  }
