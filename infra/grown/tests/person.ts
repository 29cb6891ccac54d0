import { setTimeout as pause } from 'node:timers/promises'

/** An answer of the API. */
export type Answer = {
  readonly status: number
  // biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of a body, whatever its shape
  readonly body: any
}
export type Person = {
  ask(method: string, path: string, body?: object): Promise<Answer>
  /** Repeats the same request while a service is away, as people press Try Again; it is done once. */
  insist(method: string, path: string, body?: object): Promise<Answer>
  /** Follows the events for open screens, from now on. */
  watch(): Promise<Screen>
}
export type Screen = {
  /** The deliveries in its events, as often as they came. */
  told(): string[]
  close(): Promise<void>
}

const patienceMs = 240_000

/** A person at the API; with an e-mail address signed in as one of the demonstration. */
export const person = async (url: string, email?: string): Promise<Person> => {
  let authorization: string | null = null
  const send = async (method: string, path: string, body: object | undefined, key: string): Promise<Answer> => {
    const headers = {
      accept: 'application/json',
      'content-type': 'application/json',
      'idempotency-key': key,
      ...(authorization ? { authorization } : {}),
    }
    const answer = await fetch(url + path, { method, headers, body: body ? JSON.stringify(body) : null })
    const text = await answer.text()
    return { status: answer.status, body: text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : text }
  }
  const insist: Person['insist'] = async (method, path, body) => {
    const key = crypto.randomUUID()
    for (const begun = performance.now(); ; await pause(200)) {
      // A killed shell or bff gives no answer.
      const answer = await send(method, path, body, key).catch(() => ({ status: 503, body: null }))
      if (answer.status < 400) return answer
      if (answer.status !== 503 || performance.now() - begun > patienceMs)
        throw new Error(`${method} ${path} answered ${answer.status}: ${JSON.stringify(answer.body)}`)
    }
  }
  const watch = async (): Promise<Screen> => {
    const closing = new AbortController()
    const headers = { ...(authorization ? { authorization } : {}) }
    const answer = await fetch(`${url}/api/events`, { headers, signal: closing.signal })
    if (answer.status !== 200 || !answer.body) throw new Error(`/api/events answered ${answer.status}`)
    let heard = ''
    const reading = (async (body) => {
      for await (const chunk of body.pipeThrough(new TextDecoderStream())) heard += chunk
    })(answer.body)
    reading.catch(() => undefined)
    return {
      told: () => [...heard.matchAll(/^data: (.+)$/gm)].map(([, data = '']) => JSON.parse(data).id),
      async close() {
        closing.abort()
        await reading.catch(() => undefined)
      },
    }
  }
  if (email) {
    const { body } = await insist('POST', '/api/users/login', { email, password: 'tuma-demo' })
    authorization = `Bearer ${body.token}`
  }
  return { ask: (method, path, body) => send(method, path, body, crypto.randomUUID()), insist, watch }
}

/** Repeats until the result is true. */
export const eventually = async <T>(look: () => Promise<T | false | undefined>, what: string): Promise<T> => {
  for (const begun = performance.now(); performance.now() - begun < patienceMs; await pause(200)) {
    const seen = await look().catch(() => false as const)
    if (seen) return seen
  }
  throw new Error(`it did not come true: ${what}`)
}
