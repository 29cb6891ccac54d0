import { StandardOpenAPICodec, StandardOpenAPIMatcher } from '@orpc/openapi/standard'
import {
  StandardBracketNotationSerializer,
  StandardOpenAPIJsonSerializer,
  StandardOpenAPISerializer,
} from '@orpc/openapi-client/standard'
import type { AnyRouter, ORPCError } from '@orpc/server'
import { ResponseHeadersPlugin } from '@orpc/server/plugins'
import { StandardHandler, type StandardHandlerOptions } from '@orpc/server/standard'
import { sendStandardResponse } from '@orpc/standard-server-node'
import type { Request, Response } from 'express'
import type { Arrival } from './arrival.ts'

type Options = Pick<StandardHandlerOptions<Arrival>, 'clientInterceptors'> & {
  /** The body of a refusal. */
  readonly refused: (error: ORPCError<string, unknown>) => object
  /** How often open connections for events get a heartbeat. */
  readonly heartbeatMs: number
}

/**
 * Serves calls over HTTP with oRPC's matcher, codec and handler. oRPC's adapter for Node is not used: it reads each
 * address three times, makes a signal for each request, and copies each answer that is JSON already, which is half of
 * the cost of a short answer in Express and oRPC.
 * @returns false where no call has this address
 */
export const answering = (router: AnyRouter, { refused, heartbeatMs, clientInterceptors }: Options) => {
  const handler = new StandardHandler<Arrival>(router, new StandardOpenAPIMatcher(), createCodec(refused), {
    plugins: [new ResponseHeadersPlugin<Arrival>()],
    clientInterceptors,
  })
  return async (request: Request, response: Response, context: Arrival): Promise<boolean> => {
    const asked = {
      method: request.method,
      url: getAddress(request),
      headers: request.headers,
      body: async () => request.body,
      signal: undefined,
    }
    const { matched, response: answer } = await handler.handle(asked, { prefix: '/api', context })
    if (!matched) return false
    const { status, headers, body } = answer
    if (!isJson(body)) {
      await sendStandardResponse(response, answer, { eventIteratorKeepAliveInterval: heartbeatMs })
      return true
    }
    const text = JSON.stringify(body)
    const described = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }
    response.writeHead(status, { ...headers, ...described }).end(text)
    return true
  }
}

/** Uses only the path and the query, so an address with another host before them matches nothing. */
const getAddress = ({ originalUrl: asked }: Request): URL =>
  new URL(`http://bff${asked.startsWith('/') ? '' : '/'}${asked}`)

/** Not a file and not a stream of events. All other answers of the contract consist of texts, numbers and the like. */
const isJson = (body: unknown): body is object =>
  Array.isArray(body) || (typeof body === 'object' && body !== null && Object.getPrototypeOf(body) === Object.prototype)

class AsItIs extends StandardOpenAPICodec {
  override async decode(...[request, params, procedure]: Parameters<StandardOpenAPICodec['decode']>) {
    const isAllInPath = request.method === 'GET' && request.url.search === ''
    return isAllInPath ? { ...params } : super.decode(request, params, procedure)
  }
  override encode(...[output, procedure]: Parameters<StandardOpenAPICodec['encode']>) {
    const { successStatus = 200, outputStructure } = procedure['~orpc'].route
    if (outputStructure === 'detailed') {
      const { status = successStatus, body } = output as { readonly status?: number; readonly body: unknown }
      return { status, headers: {}, body }
    }
    return isJson(output) ? { status: successStatus, headers: {}, body: output } : super.encode(output, procedure)
  }
}

const createCodec = (refused: Options['refused']) => {
  const serializer = new StandardOpenAPISerializer(
    new StandardOpenAPIJsonSerializer(),
    new StandardBracketNotationSerializer(),
  )
  return new AsItIs(serializer, { customErrorResponseBodyEncoder: refused })
}
