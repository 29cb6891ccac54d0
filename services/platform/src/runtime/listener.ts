import { drainingServer } from '@tuma/server'
import express, { type ErrorRequestHandler, type RequestHandler } from 'express'
import { health } from './health.ts'
import { sayWhenToRetry } from './retry-after.ts'

export { takesItsTime } from '@tuma/server'

export type Listener = {
  /** Where a browser on this machine reaches it. */
  readonly url: string
  /**
   * Until then it says that the process lives, and nothing more. They are of one Express application: each that another
   * holds gives every request and its answer another prototype, and all that looks at them later is slower for it.
   * @param trustedProxies how many stand in front (`request.ip`)
   */
  answerWith(handlers: readonly RequestHandler[], trustedProxies?: number): void
  /** Takes no more connections, lets what comes on those that stand open be answered, and ends each with its answer. */
  close(): Promise<void>
}

/** What means all addresses; a browser opens neither. */
const everyAddress = ['0.0.0.0', '::']

const nothingYet: RequestHandler = (_request, response) => void response.status(503).end()

/**
 * @param whileStarting answers all but health until `answerWith`, with 503: an empty one by default
 * @throws what the system says of the port
 */
export const openListener = async (host: string, port: number, whileStarting = nothingYet): Promise<Listener> => {
  let app = createApp([health(null), whileStarting])
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

/** Express shows the stack of what nobody has taken care of. */
const tellNothing: ErrorRequestHandler = (_error, _request, response, _next) => {
  if (response.headersSent) response.destroy()
  else response.status(500).end()
}
