import { Agent, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'

export type HttpRequest = {
  readonly method?: 'GET' | 'POST' | 'PUT'
  readonly path: string
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}
export type HttpAnswer = { readonly status: number; readonly ms: number; readonly body: string }

/**
 * Keeps connections open between requests and closes an idle one a second before the server does. Node's agent obeys
 * the server's time (`Keep-Alive: timeout=5`) only if the agent has a timeout of its own.
 */
export const openKeepAliveAgent = (): Agent => new Agent({ keepAlive: true, timeout: 60_000 })

/** Asks on open connections, as a balancer does, with as little CPU of its own as possible. */
export const openHttpClient = (url: string) => {
  const agent = openKeepAliveAgent()
  /**
   * Asks again if the server has closed an idle connection just then, since Node's agent does not. A POST without an
   * idempotency key is asked once, because the server may have taken it.
   * @returns the time from the last try to the last byte
   */
  const ask = (asked: HttpRequest): Promise<HttpAnswer> => {
    const { method = 'GET', path, body, headers = {} } = asked
    const began = performance.now()
    const sentHeaders = body === undefined ? headers : { 'content-type': 'application/json', ...headers }
    return new Promise((resolve, reject) => {
      const sent = request(`${url}${path}`, { method, agent, headers: sentHeaders }, (answer) => {
        const chunks: Buffer[] = []
        answer.on('data', (chunk: Buffer) => chunks.push(chunk))
        answer.once('end', () => {
          const text = Buffer.concat(chunks).toString()
          resolve({ status: answer.statusCode ?? 0, ms: performance.now() - began, body: text })
        })
        answer.once('error', reject)
      })
      sent.once('error', (error: NodeJS.ErrnoException) => {
        const wasIdle = sent.reusedSocket && closedByServer.has(error.code)
        if (wasIdle && isRepeatable(asked)) resolve(ask(asked))
        else reject(error)
      })
      sent.end(body === undefined ? undefined : JSON.stringify(body))
    })
  }
  return { ask, close: () => agent.destroy() }
}

const closedByServer: ReadonlySet<string | undefined> = new Set(['ECONNRESET', 'EPIPE'])
const isRepeatable = ({ method = 'GET', headers = {} }: HttpRequest): boolean =>
  method === 'GET' || 'idempotency-key' in headers

export type HttpClient = ReturnType<typeof openHttpClient>

/** This many people; each takes the next job when their last is done. */
export const atOnce = async <Job>(
  people: number,
  jobs: Iterable<Job>,
  work: (job: Job) => Promise<unknown>,
): Promise<void> => {
  const waiting = jobs[Symbol.iterator]()
  const each = async () => {
    for (let next = waiting.next(); !next.done; next = waiting.next()) await work(next.value)
  }
  await Promise.all(Array.from({ length: people }, each))
}

export const upTo = (count: number): number[] => Array.from({ length: count }, (_, n) => n)

const comeAgainMs = 100

/**
 * Repeats the request a moment later while the answer says busy. @returns the last answer, and how often it was busy
 */
export const repeatWhileBusy = async (
  ask: () => Promise<HttpAnswer>,
): Promise<{ answered: HttpAnswer; busy: number }> => {
  for (let busy = 0; ; busy += 1) {
    const answered = await ask()
    if (answered.status < 300) return { answered, busy }
    if (answered.status !== 503) throw new Error(`answered ${answered.status} ${answered.body.slice(0, 300)}`)
    await pause(comeAgainMs)
  }
}
