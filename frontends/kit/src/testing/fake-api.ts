import type { AnyContractProcedure, AnySchema, ContractProcedure, InferSchemaInput } from '@orpc/contract'
import { pageLimit, type RefusalCode, refusals } from '@tuma/contracts/vocabulary'

type Output<P> =
  P extends ContractProcedure<AnySchema, infer Schema, infer _Errors, infer _Meta> ? InferSchemaInput<Schema> : never

/**
 * One request as the server would see it: path parameters, query and JSON body together. Without the page limit that `usePages`
 * sends with every list: `query` has it.
 */
export type Received = { input: Record<string, unknown>; query: URLSearchParams; headers: Headers }

type Handler = (received: Received) => Response | Promise<Response>
type Route = { method: string; pattern: RegExp; handle: Handler; received: Received[] }

const json = (body: unknown, status = 200, headers: Record<string, string> = {}): Response =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } })

/** jsdom's Blob is none to Node's Response: its bytes are. */
const file = async (body: Blob): Promise<Response> =>
  new Response(await body.arrayBuffer(), {
    headers: { 'content-type': body.type, 'content-disposition': 'attachment' },
  })

/** A call with several statuses names its own in its output. */
const success = (procedure: AnyContractProcedure, output: unknown, headers: Record<string, string>) => {
  const { successStatus = 200, outputStructure } = procedure['~orpc'].route
  if (outputStructure !== 'detailed') return json(output, successStatus, headers)
  const { status, body } = output as { readonly status: number; readonly body: unknown }
  return json(body, status, headers)
}

/**
 * Stands in for /api in a screen's test. Answers are typed and checked by the contract; a call without an answer is an
 * error 500 that names it. `const server = fakeApi()`, `server.answer(contract.agent.riders, [rider])`; later answers win.
 */
export class FakeApi {
  readonly #routes = new Map<AnyContractProcedure, Route>()

  /** Answers this call from now on, with a value or from what was sent; a `File` arrives as one. `headers` for `x-next-cursor`, `x-total-count`, `x-total-more`, `x-server-time`. */
  answer<P extends AnyContractProcedure>(
    procedure: P,
    output: Output<P> | ((received: Received) => Output<P>),
    headers = {},
  ): this {
    return this.#on(procedure, async (received) => {
      const body = typeof output === 'function' ? (output as (received: Received) => Output<P>)(received) : output
      await mustFit(procedure, body)
      return (body as unknown) instanceof Blob ? file(body as Blob) : success(procedure, body, headers)
    })
  }

  /** Answers as it is, contract or not: for a few fields of a large row, where the screen reads no more. */
  answerRaw(procedure: AnyContractProcedure, body: unknown, headers = {}): this {
    return this.#on(procedure, () => json(body, procedure['~orpc'].route.successStatus ?? 200, headers))
  }

  /** Refuses with the vocabulary's code, status and sentence. */
  refuse(procedure: AnyContractProcedure, code: RefusalCode, extra: Record<string, unknown> = {}): this {
    return this.#on(procedure, () => json({ ...refusals[code], code, ...extra }, refusals[code].status))
  }

  /** A fault: 500 without detail. */
  fail(procedure: AnyContractProcedure): this {
    return this.#on(procedure, () => json({ code: 'fault', message: 'Something went wrong' }, 500))
  }

  /** No answer comes, as without a network. */
  disconnect(procedure: AnyContractProcedure): this {
    return this.#on(procedure, () => Promise.reject(new TypeError('Failed to fetch')))
  }

  /** Answers when the returned function is called: for what a screen shows while it waits. */
  hold<P extends AnyContractProcedure>(procedure: P, output: Output<P>, headers = {}): () => void {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#on(procedure, async () => {
      await promise
      return success(procedure, output, headers)
    })
    return resolve
  }

  answers(procedure: AnyContractProcedure): boolean {
    return this.#routes.has(procedure)
  }

  /** What was sent to this call so far, oldest first. */
  received(procedure: AnyContractProcedure): Received[] {
    return this.#routes.get(procedure)?.received ?? []
  }

  async fetch(request: Request): Promise<Response> {
    const url = new URL(request.url)
    for (const route of this.#routes.values()) {
      const match = route.method === request.method ? route.pattern.exec(url.pathname) : null
      if (!match) continue
      const params = Object.fromEntries(
        Object.entries(match.groups ?? {}).map(([key, value]) => [key, decodeURIComponent(value)]),
      )
      const isFile = /^(text\/csv|image\/|application\/octet-stream)/.test(request.headers.get('content-type') ?? '')
      const body = request.method === 'GET' || isFile ? {} : JSON.parse((await request.text()) || '{}')
      const { limit, ...query } = Object.fromEntries(url.searchParams)
      const received = {
        input: { ...query, ...(limit && limit !== `${pageLimit}` && { limit }), ...params, ...body },
        query: url.searchParams,
        headers: request.headers,
      }
      route.received.push(received)
      return route.handle(received)
    }
    console.error(`fakeApi: no handler answers ${request.method} ${url.pathname}`)
    return json({ code: 'fault', message: 'unanswered' }, 500)
  }

  #on(procedure: AnyContractProcedure, handle: Handler): this {
    const { method = 'POST', path = '' } = procedure['~orpc'].route
    const pattern = new RegExp(`^/api${path.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`)
    const received = this.#routes.get(procedure)?.received ?? []
    this.#routes.set(procedure, { method, pattern, handle, received })
    return this
  }
}

async function mustFit(procedure: AnyContractProcedure, body: unknown): Promise<void> {
  const checked = await procedure['~orpc'].outputSchema?.['~standard'].validate(body)
  if (!checked?.issues) return
  const { method, path } = procedure['~orpc'].route
  throw new Error(`The test's answer to ${method} ${path} does not fit the contract: ${JSON.stringify(checked.issues)}`)
}
