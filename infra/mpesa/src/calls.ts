import type { Confirmations } from './confirmations.ts'
import { spikeArrest } from './faults.ts'
import type { Prompts } from './prompts.ts'
import { endsAtOnce, push, query } from './pushing.ts'
import type { Call } from './script.ts'
import { status } from './status.ts'
import { openTokens } from './tokens.ts'
import { type Answer, refusal, type World } from './world.ts'

type Body = Readonly<Record<string, unknown>>
/** A request; `body` is read once its token is valid, and is null where it is not a JSON object. */
export type Request = {
  readonly url: URL
  readonly authorization: string | undefined
  readonly body: () => Body | null | Promise<Body | null>
}

const addresses: readonly (readonly [Call, 'GET' | 'POST', RegExp])[] = [
  ['token', 'GET', /^\/oauth\/v1\/generate$/],
  ['push', 'POST', /^\/mpesa\/stkpush\/v1\/processrequest$/],
  ['query', 'POST', /^\/mpesa\/stkpushquery\/v1\/query$/],
  ['register', 'POST', /^\/mpesa\/c2b\/(v1|v2)\/registerurl$/],
  ['status', 'POST', /^\/mpesa\/transactionstatus\/v1\/query$/],
]

/** Daraja's calls, without a server. */
export const openCalls = (world: World, prompts: Prompts, confirmations: Confirmations) => {
  const tokens = openTokens(world)
  const behindToken = openBehindToken(world, prompts, confirmations)
  return {
    tokens,
    /** @returns the call at this address, or the answer where no call exists */
    at(method: string | undefined, { pathname }: URL): Call | Answer {
      const [call, expected] = addresses.find(([, , path]) => path.test(pathname)) ?? []
      if (call === undefined) return refusal(world, '404.001.01', 'Resource not found')
      return method === expected ? call : refusal(world, '405.001', 'Method Not Allowed')
    },
    async answer(call: Call, { url, authorization, body }: Request): Promise<Answer> {
      if (call === 'token') return tokens.give(authorization, url.searchParams.get('grant_type'))
      if (!tokens.isGood(authorization)) return tokens.refuse(call)
      const read = await body()
      return read === null
        ? refusal(world, '400.002.05', 'Invalid Request Payload')
        : behindToken[call](read, url.pathname)
    },
  }
}
export type Calls = ReturnType<typeof openCalls>

/** The calls that need a valid token. */
const openBehindToken = (world: World, prompts: Prompts, confirmations: Confirmations) => {
  const { habits, now } = world
  const queried: number[] = []
  const tooMany = (): boolean => {
    const at = Date.parse(now())
    while (queried[0] !== undefined && queried[0] <= at - 60_000) queried.shift()
    queried.push(at)
    return habits.queriesPerMinute !== null && queried.length > habits.queriesPerMinute
  }
  return {
    async push(body) {
      const { prompt, answer } = push(world, prompts, body)
      const code = prompt && endsAtOnce(world, prompts, body, prompt)
      if (prompt && code !== null) await prompts.conclude(prompt, code)
      return answer
    },
    query: (body) => (tooMany() ? spikeArrest : query(world, prompts, body)),
    register: (body, path) => confirmations.register(path.includes('/v1/') ? 'v1' : 'v2', body),
    status: (body) => status(world, body),
  } satisfies Record<Exclude<Call, 'token'>, (body: Body, path: string) => Answer | Promise<Answer>>
}
