import { createHash, timingSafeEqual } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { createORPCClient, ORPCError } from '@orpc/client'
import { RPCLink } from '@orpc/client/fetch'
import type { AnyContractRouter, ContractRouterClient } from '@orpc/contract'
import { type AnyProcedure, type AnyRouter, createProcedureClient } from '@orpc/server'
import { BodyLimitPlugin, RPCHandler } from '@orpc/server/node'
import type { RequestHandler } from 'express'
import { isRefusal, type Refusal, refusal } from '../event-sourcing/events/refusal.ts'
import { listenForBehind, reportBehind } from '../event-sourcing/following/behind.ts'
import { EngineAway } from '../ports/message-bus.ts'

/**
 * One client type, two transports, made equal: in both cases the caller gets a refusal with its code, `EngineAway` when
 * the service or an engine that it needs cannot be reached, or a `ServiceFault` without details.
 */
export class ServiceFault extends Error {
  override readonly name = 'ServiceFault'
}

type OnFault = (error: unknown, path: readonly string[]) => void
type RefusedData = { code: string; details?: Refusal['details'] }

const asSeenByCaller = (error: unknown): Error => {
  if (isRefusal(error)) return refusal(error.code, error.details)
  if (error instanceof EngineAway) return new EngineAway('a service is away')
  return new ServiceFault('a service could not answer')
}

/** The outcome of a call, for the metrics. */
export type CallOutcome = 'answered' | 'refused' | 'away' | 'fault'

const getOutcome = (error: unknown): CallOutcome => {
  if (isRefusal(error)) return 'refused'
  return error instanceof EngineAway ? 'away' : 'fault'
}

const reportFault = (error: unknown, path: readonly string[], onFault: OnFault): void => {
  if (!isRefusal(error) && !(error instanceof EngineAway)) onFault(error, path)
}

/**
 * For handlers whose answer is built field by field in a type without excess: it is not parsed again. Parsing also
 * removes fields that the contract does not have, so a handler that passes on a row needs it.
 * `implement(contract).$config(asBuilt)`
 */
export const asBuilt = { initialOutputValidationIndex: Number.NaN } as const

/** The service is in this process: a function call. */
export const callInProcess = <Contract extends AnyContractRouter>(
  router: AnyRouter,
  onFault: OnFault,
): ContractRouterClient<Contract> => {
  const interceptors = [
    async ({ next, path }: { next(): Promise<unknown>; path: readonly string[] }) => {
      try {
        return await next()
      } catch (error) {
        reportFault(error, path, onFault)
        throw asSeenByCaller(error)
      }
    },
  ]
  // Each call's client is made once: oRPC's own client of a router makes one, and finds its procedure, each time it is
  // used.
  const clients = Object.entries(router as Record<string, AnyProcedure>).map(([name, procedure]) => [
    name,
    createProcedureClient(procedure, { path: [name], interceptors }),
  ])
  return Object.fromEntries(clients)
}

const patienceMs = 8000

/**
 * The service is in another process. One that has not answered in time is away, like one that cannot be reached.
 * @param key this caller's own secret
 * @param patience milliseconds, for calls that may take longer than a few seconds, by their path
 */
export const callOverHttp = <Contract extends AnyContractRouter>(
  url: string,
  key: string,
  patience: { readonly [path: string]: number } = {},
): ContractRouterClient<Contract> => {
  const link = new RPCLink({
    url,
    headers: { authorization: `Bearer ${key}` },
    async fetch(request, init, _options, path) {
      const signal = AbortSignal.timeout(patience[path.join('.')] ?? patienceMs)
      const answer = await fetch(request, { ...init, signal })
      if (answer.headers.has(behindHeader)) reportBehind()
      return answer
    },
    interceptors: [
      async ({ next }) => {
        try {
          return await next()
        } catch (error) {
          throw fromWire(error)
        }
      },
    ],
  })
  return createORPCClient(link) as unknown as ContractRouterClient<Contract>
}

const fromWire = (error: unknown): Error => {
  if (!(error instanceof ORPCError)) return new EngineAway('a service is away')
  if (error.code === 'REFUSED') {
    const { code, details } = error.data as RefusedData
    return refusal(code, details)
  }
  return error.status === 503 ? new EngineAway('a service is away') : new ServiceFault('a service could not answer')
}

const toWire = (error: unknown): unknown => {
  if (isRefusal(error)) {
    const data: RefusedData = { code: error.code, details: error.details }
    return new ORPCError('REFUSED', { status: 409, message: error.code, data })
  }
  if (error instanceof EngineAway) return new ORPCError('SERVICE_UNAVAILABLE')
  return new ORPCError('INTERNAL_SERVER_ERROR')
}

/** Another process that may call, by its name and its own secret. */
export type CallerWithKey = { readonly caller: string; readonly key: string }

/** The callers that the contract lists for a call. A call without a list is refused to all callers. */
const getCallers = (procedure: AnyProcedure): readonly string[] =>
  (procedure['~orpc'].meta as { callers?: readonly string[] }).callers ?? []

/** No call between services is longer: a thousand recipients, a day's rows of a list. */
const bodyLimit = 1024 * 1024

/** Serves a service's contract to callers with a key, each for the calls that list it (`meta.callers`). */
export const serveOverHttp = (
  router: AnyRouter,
  callers: readonly CallerWithKey[],
  onFault: OnFault,
  onCalled: (path: readonly string[], outcome: CallOutcome) => void = () => undefined,
): RequestHandler => {
  const known = callers.map(({ key, caller }) => ({ digest: digest(`Bearer ${key}`), caller }))
  const handler = new RPCHandler<Pick<CallerWithKey, 'caller'>>(router, {
    plugins: [new BodyLimitPlugin({ maxBodySize: bodyLimit })],
    clientInterceptors: [
      async ({ next, path, context, procedure }) => {
        if (!getCallers(procedure).includes(context.caller)) throw new ORPCError('FORBIDDEN')
        try {
          const answer = await next()
          onCalled(path, 'answered')
          return answer
        } catch (error) {
          reportFault(error, path, onFault)
          onCalled(path, getOutcome(error))
          throw toWire(error)
        }
      },
    ],
  })
  return async (request, response, next) => {
    const given = digest(request.headers.authorization ?? '')
    const asking = known.find((one) => timingSafeEqual(one.digest, given))
    if (!asking) {
      response.status(401).end()
      return
    }
    const context = { caller: asking.caller }
    const { matched } = await markingBehind(response, () => handler.handle(request, response, { context }))
    if (!matched) next()
  }
}

/** Beside an answer that was given before every read model showed its effect: `x-behind: 1`. */
const behindHeader = 'x-behind'

const markingBehind = <T>(response: ServerResponse, answer: () => T): T =>
  listenForBehind(() => {
    if (!response.headersSent) response.setHeader(behindHeader, '1')
  }, answer)

/** Marks the answers of later handlers whose effect is not shown everywhere yet. */
export const markBehind: RequestHandler = (_request, response, next) => markingBehind(response, next)

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
