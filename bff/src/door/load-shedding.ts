import type { Cache } from '@tuma/platform/ports'
import type { Environment, LateGroup, Log } from '@tuma/platform/runtime'
import type { Request, RequestHandler } from 'express'
import { openAdaptiveLimit } from './adaptive-limit.ts'
import { openConcurrencyLimit } from './concurrency-limit.ts'

/** Leaves half of the second within which every call is answered to the work before this limit. */
const queue = { maxWaiting: 256, patienceMs: 500 }
const unchanging = ['GET', 'HEAD', 'OPTIONS']

/**
 * Calls that wait for password hashing have a limit of their own, because many logins would take the places of all other
 * changes. Identity decides who waits (100 at most); the rest are refused at once and leave this queue.
 */
const hashing = /^\/users\/(login|register|resetpassword\/)/
const hashingAtOnce = 128

/** A handler whose changes wait for their turn; reads go on. */
export type Shed = (handler: (...asked: Parameters<RequestHandler>) => unknown) => RequestHandler

/**
 * Refuses changes that are more than can be done, here at the outermost door and nowhere behind it, where half the work
 * is done. `first` refuses a request beyond the limit before its body is read, `shed` gives the others their place after
 * that, so that a slow sender takes no place.
 */
export const openLoadShedding = (
  atOnce: number,
  options: {
    readonly cache: Pick<Cache, 'get'>
    readonly environment: Environment
    readonly log: Pick<Log, 'info' | 'warn'>
  },
): { first: RequestHandler; shed: Shed; close(): void } => {
  const { randomBytes } = options.environment
  const retryAfter = () => 1 + ((randomBytes(1)[0] ?? 0) % 3)
  const concurrencyLimit = openConcurrencyLimit({ atOnce, ...queue, retryAfter })
  const hashingLimit = openConcurrencyLimit({ atOnce: hashingAtOnce, ...queue, retryAfter })
  const limitFor = ({ path }: Request) => (hashing.test(path) ? hashingLimit : concurrencyLimit)
  const adaptiveLimit = openAdaptiveLimit({
    cache: options.cache,
    atOnce,
    allow: concurrencyLimit.allow,
    onLate: tellLate(options.log),
  })
  const timed = async (work: () => Promise<void>): Promise<void> => {
    const began = performance.now()
    await work().finally(() => adaptiveLimit.recordChange(performance.now() - began))
  }
  return {
    close: adaptiveLimit.close,
    first: (request, _response, next) => {
      if (!unchanging.includes(request.method)) limitFor(request).assertNotFull()
      next()
    },
    shed: (handler) => async (request, response, next) => {
      if (unchanging.includes(request.method)) return void (await handler(request, response, next))
      const gone = new AbortController()
      response.once('close', () => gone.abort())
      if (request.socket.destroyed) return
      const work = async () => void (await handler(request, response, next))
      const own = limitFor(request)
      await own.run(gone.signal, own === concurrencyLimit ? () => timed(work) : work)
    },
  }
}

const tellLate =
  (log: Pick<Log, 'info' | 'warn'>) =>
  (late: LateGroup | null): void => {
    if (late) log.warn({ topic: late.topic, group: late.group }, 'a group is late: fewer changes are let in')
    else log.info('no group is late: as many changes are let in as usual')
  }
