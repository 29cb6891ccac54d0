import { drainingServer } from '@tuma/server'
import express, { type ErrorRequestHandler, type RequestHandler } from 'express'
import { health } from './health.ts'
import { sayWhenToRetry } from './retry-after.ts'
import type { StartProgress } from './start-progress.ts'

export { takesItsTime } from '@tuma/server'

export type Listener = {
  /** Its address for a browser on this machine. */
  readonly url: string
  /**
   * Before that it only answers that the process lives. The handlers must be of one Express application: each nested
   * application changes the prototype of every request and answer, which slows down all later code.
   * @param trustedProxies the number of proxies in front (`request.ip`)
   */
  answerWith(handlers: readonly RequestHandler[], trustedProxies?: number): void
  /** Accepts no more connections, answers requests on the open ones, and ends each connection with its answer. */
  close(): Promise<void>
}

/** The names of all addresses; a browser opens neither. */
const everyAddress = ['0.0.0.0', '::']

const nothingYet: RequestHandler = (_request, response) => void response.status(503).end()

/**
 * @param whileStarting answer all but health until `answerWith`; what they leave gets an empty 503
 * @param progress of the start, for `/readyz`
 * @throws the system's error for the port
 */
export const openListener = async (
  host: string,
  port: number,
  whileStarting: readonly RequestHandler[] = [],
  progress?: StartProgress,
): Promise<Listener> => {
  let app = createApp([health(null, progress), ...whileStarting, nothingYet])
  const { listen, close } = drainingServer((request, response) => app(request, response))
  const { address, port: taken, family } = await listen(port, host)

  return {
    url: `http://${everyAddress.includes(address) ? 'localhost' : family === 'IPv6' ? `[${address}]` : address}:${taken}`,
    answerWith(handlers, trustedProxies) {
      app = createApp(handlers, trustedProxies)
    },
    close,
  }
}

const createApp = (handlers: readonly RequestHandler[], trustedProxies = 0) => {
  const app = express()
    .disable('x-powered-by')
    .set('trust proxy', trustedProxies)
    .use(...handlers)
    .use(tellNothing)
  sayWhenToRetry(app.response)
  return app
}

/** Without this Express would show the stack of an unhandled error. */
const tellNothing: ErrorRequestHandler = (_error, _request, response, _next) => {
  if (response.headersSent) response.destroy()
  else response.status(500).end()
}
