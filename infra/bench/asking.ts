import { Agent, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'

export type Asked = {
  readonly method?: 'GET' | 'POST'
  readonly path: string
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}
export type Answered = { readonly status: number; readonly ms: number; readonly body: string }

/** Somebody who asks on connections that stand open, as a balancer's do, with as little work of their own as can be. */
export const openAsking = (url: string) => {
  const agent = new Agent({ keepAlive: true })
  return {
    ask({ method = 'GET', path, body, headers = {} }: Asked): Promise<Answered> {
      const began = performance.now()
      const of = body === undefined ? headers : { 'content-type': 'application/json', ...headers }
      return new Promise((resolve, reject) => {
        const asked = request(`${url}${path}`, { method, agent, headers: of }, (answer) => {
          const chunks: Buffer[] = []
          answer.on('data', (chunk: Buffer) => chunks.push(chunk))
          answer.once('end', () => {
            const text = Buffer.concat(chunks).toString()
            resolve({ status: answer.statusCode ?? 0, ms: performance.now() - began, body: text })
          })
          answer.once('error', reject)
        })
        asked.once('error', reject)
        asked.end(body === undefined ? undefined : JSON.stringify(body))
      })
    },
    close: () => agent.destroy(),
  }
}
export type Asking = ReturnType<typeof openAsking>

/** So many people, each of whom takes the next job when their last is done. */
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

/** Until it is taken: whoever is told to come again does so a moment later. @returns how often they were */
export const untilTaken = async (ask: () => Promise<Answered>): Promise<{ answered: Answered; busy: number }> => {
  for (let busy = 0; ; busy += 1) {
    const answered = await ask()
    if (answered.status < 300) return { answered, busy }
    if (answered.status !== 503) throw new Error(`answered ${answered.status} ${answered.body.slice(0, 300)}`)
    await pause(comeAgainMs)
  }
}
