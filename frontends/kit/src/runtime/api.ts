import { type Client, type ClientContext, createORPCClient, type NestedClient, ORPCError } from '@orpc/client'
import type { ContractRouterClient } from '@orpc/contract'
import { OpenAPILink } from '@orpc/openapi-client/fetch'
import { createTanstackQueryUtils } from '@orpc/tanstack-query'
import { contract } from '@tuma/contracts/api'
import { asSignedIn, webAppHeader } from '@tuma/contracts/vocabulary'
import { ApiError, apiErrorFrom, unreachable } from './api-error.ts'
import { takeAhead } from './asked-ahead.ts'
import { queryClient } from './query.ts'
import { learnServerTime } from './server-clock.ts'
import { sessionKey } from './session-ended.ts'

/** Given with a call: `{ context: { idempotencyKey } }`. The same key and body are carried out once (see `useSubmission`). */
export interface CallContext extends ClientContext {
  idempotencyKey?: string
  /** Told the answer's headers, which the contract's outputs leave out (`x-next-cursor`, see `usePages`). */
  onHeaders?: (headers: Record<string, string | string[] | undefined>) => void
}

/** The contract's client with the one error type that its link throws. */
type Calls<T extends NestedClient<CallContext>> =
  T extends Client<infer Context, infer Input, infer Output, unknown>
    ? Client<Context, Input, Output, ApiError>
    : { [Name in keyof T]: T[Name] extends NestedClient<CallContext> ? Calls<T[Name]> : never }

const link = new OpenAPILink<CallContext>(contract, {
  url: () => `${window.location.origin}/api`,
  headers: ({ context }) => ({
    [webAppHeader]: queryClient.getQueryData(sessionKey) ? asSignedIn : '1',
    ...(context.idempotencyKey ? { 'idempotency-key': context.idempotencyKey } : {}),
  }),
  fetch: async (request, init) =>
    learnServerTime(await (askedAhead(request) ?? window.fetch(request, { ...init, credentials: 'include' }))),
  customErrorResponseBodyDecoder: (body, { status }) =>
    new ORPCError('REFUSED', { status, data: apiErrorFrom(status, body) }),
  clientInterceptors: [
    async ({ next, context }) => {
      const response = await next()
      context.onHeaders?.(response.headers)
      return response
    },
  ],
  interceptors: [
    async ({ next }) => {
      try {
        return await next()
      } catch (error) {
        throw asApiError(error)
      }
    },
  ],
})

function askedAhead({ method, url }: Request): Promise<Response> | undefined {
  const { pathname, search } = new URL(url)
  return takeAhead(method, pathname + search)
}

function asApiError(error: unknown): unknown {
  if (error instanceof ORPCError && error.data instanceof ApiError) return error.data
  if (error instanceof TypeError) return unreachable()
  if (error instanceof DOMException) return error // aborted by TanStack Query, which knows what it means
  return apiErrorFrom(502, undefined)
}

/** Plain calls: `await calls.users.login({ email, password })`. In screens prefer `api`. */
export const calls: Calls<ContractRouterClient<typeof contract, CallContext>> = createORPCClient(link)

/** TanStack Query's options for every call: `useQuery(api.agent.customers.queryOptions({ input }))`. Fails with `ApiError`. */
export const api = createTanstackQueryUtils(calls)
