import { drainingServer } from '@tuma/server'
import express, { type ErrorRequestHandler, type RequestHandler } from 'express'
import * as z from 'zod/mini'

const port = 'PORT: must be a whole number from 0 to 65535'

const listening = z.object({
  PORT: z._default(z.coerce.number(port).check(z.int(port), z.minimum(0, port), z.maximum(65_535, port)), 8080),
  HOST: z._default(z.string(), '127.0.0.1'),
})

/** Ends the process with one sentence for the operator. */
export const refuse = (sentence: string): never => {
  console.error(sentence)
  process.exit(1)
}

/** Settings from the environment; empty values count as not given. */
export function settingsFrom<Schema extends z.ZodMiniType>(schema: Schema): z.output<Schema> {
  const given = Object.fromEntries(Object.entries(process.env).filter(([, value]) => value !== ''))
  const read = z.safeParse(schema, given)
  return read.success ? read.data : refuse(read.error.issues.map(({ message }) => message).join('\n'))
}

/**
 * A front end's server as a process: `/healthz` while it lives, `/readyz` while it has what it serves. SIGTERM lets what
 * is under way be answered; a process that was started with a channel to its parent ends with its parent.
 */
export async function serve(handler: RequestHandler, isReady: () => boolean): Promise<void> {
  const { PORT, HOST } = settingsFrom(listening)
  const { close } = await openSite(handler, isReady, HOST, PORT).catch((error: NodeJS.ErrnoException) =>
    refuse(
      error.code === 'EADDRINUSE' ? `Port ${PORT} on ${HOST} is taken. Another port: PORT=${PORT + 1}` : String(error),
    ),
  )
  const finish = (): void => void close().then(() => process.exit(0))
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, finish)
  if (process.send) process.once('disconnect', finish)
}

/** @throws what the system says of the port */
export async function openSite(handler: RequestHandler, isReady: () => boolean, host: string, port: number) {
  const app = express().disable('x-powered-by')
  app.get('/healthz', (_request, response) => void response.json({ alive: true }))
  app.get('/readyz', (_request, response) => {
    const ready = isReady()
    response.status(ready ? 200 : 503).json({ ready })
  })
  const { listen, close } = drainingServer(app.use(handler, tellNothing))
  return { port: (await listen(port, host)).port, close }
}

/** By default Express shows the stack of an unhandled error. */
const tellNothing: ErrorRequestHandler = (error, _request, response, _next) => {
  console.error(error)
  if (response.headersSent) response.destroy()
  else response.sendStatus(500)
}
