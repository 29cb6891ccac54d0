import type { Cache } from '@tuma/platform/ports'
import type { Environment, LateGroup, Log } from '@tuma/platform/runtime'
import type { Request, RequestHandler } from 'express'
import { openGate } from './gate.ts'
import { openRoom } from './room.ts'

/** Leaves half of the second within which every call is answered to the work before the gate. */
const queue = { maxWaiting: 256, patienceMs: 500 }
const unchanging = ['GET', 'HEAD', 'OPTIONS']

/**
 * Calls that wait for password hashing have a gate of their own, because many logins would take the turns of all other
 * changes. Identity decides who waits (100 at most); the rest are refused at once and leave this gate.
 */
const hashing = /^\/users\/(login|register|resetpassword\/)/
const hashingAtOnce = 128

/** A handler whose changes wait for their turn; reads go on. */
export type Shed = (handler: (...asked: Parameters<RequestHandler>) => unknown) => RequestHandler

/**
 * Refuses changes that are more than can be done, here at the outermost door and nowhere behind it, where half the work
 * is done. `first` refuses a request without room before its body is read, `shed` gives the others their turn after
 * that, so that a slow sender takes no place.
 */
export const shedding = (
  atOnce: number,
  options: {
    readonly cache: Pick<Cache, 'get'>
    readonly environment: Environment
    readonly log: Pick<Log, 'info' | 'warn'>
  },
): { first: RequestHandler; shed: Shed; close(): void } => {
  const { randomBytes } = options.environment
  const retryAfter = () => 1 + ((randomBytes(1)[0] ?? 0) % 3)
  const gate = openGate({ atOnce, ...queue, retryAfter })
  const gateOfHashing = openGate({ atOnce: hashingAtOnce, ...queue, retryAfter })
  const gateFor = ({ path }: Request) => (hashing.test(path) ? gateOfHashing : gate)
  const room = openRoom({ cache: options.cache, atOnce, allow: gate.allow, onLate: tellLate(options.log) })
  const timed = async (work: () => Promise<void>): Promise<void> => {
    const began = performance.now()
    await work().finally(() => room.changed(performance.now() - began))
  }
  return {
    close: room.close,
    first: (request, _response, next) => {
      if (!unchanging.includes(request.method)) gateFor(request).assertRoom()
      next()
    },
    shed: (handler) => async (request, response, next) => {
      if (unchanging.includes(request.method)) return void (await handler(request, response, next))
      const gone = new AbortController()
      response.once('close', () => gone.abort())
      if (request.socket.destroyed) return
      const work = async () => void (await handler(request, response, next))
      const own = gateFor(request)
      await own.through(gone.signal, own === gate ? () => timed(work) : work)
    },
  }
}

const tellLate =
  (log: Pick<Log, 'info' | 'warn'>) =>
  (late: LateGroup | null): void => {
    if (late) log.warn({ topic: late.topic, group: late.group }, 'a group is late: fewer changes are let in')
    else log.info('no group is late: as many changes are let in as usual')
  }
