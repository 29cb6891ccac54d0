import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { drainingServer } from '@tuma/server'
import express, { type ErrorRequestHandler, type RequestHandler } from 'express'
import { health } from './health.ts'
import { saysWhenToRetry } from './retry-after.ts'

/** Who finds no room in the system's queue tries again after a second, then three, seven, fifteen. */
const connectionsWaiting = 4096

export type Listener = {
  readonly url: string
  /** Until then it says that the process lives, and nothing more. */
  answerWith(handlers: readonly RequestHandler[]): void
  /** Takes no more connections, lets what comes on those that stand open be answered, and ends each with its answer. */
  close(): Promise<void>
}

/** @throws what the system says of the port */
export const openListener = async (host: string, port: number): Promise<Listener> => {
  const none: RequestHandler = (_request, response) => void response.status(503).end()
  let app = appOf([health(null), none])
  const { server, close } = drainingServer((request, response) => app(request, response))
  server.listen(port, host, connectionsWaiting)
  await once(server, 'listening')
  const { address, port: taken, family } = server.address() as AddressInfo

  return {
    url: `http://${family === 'IPv6' ? `[${address}]` : address}:${taken}`,
    answerWith(handlers) {
      app = appOf(handlers)
    },
    close,
  }
}

const appOf = (handlers: readonly RequestHandler[]) =>
  express()
    .disable('x-powered-by')
    .use(saysWhenToRetry)
    .use(...handlers)
    .use(tellNothing)

/** Express shows the stack of what nobody has taken care of. */
const tellNothing: ErrorRequestHandler = (_error, _request, response, _next) => {
  if (response.headersSent) response.destroy()
  else response.status(500).end()
}
