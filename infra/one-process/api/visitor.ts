import { webAppHeader } from '@tuma/contracts/vocabulary'

/** An answer of the API with its parsed body. */
export type Answer = {
  readonly status: number
  // biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of a body, whatever its shape
  readonly body: any
  readonly headers: Headers
}
type Options = { readonly headers?: Record<string, string>; readonly method?: string }

/** A body that is sent unchanged. */
const isWritten = (body: unknown): body is string | Uint8Array<ArrayBuffer> =>
  typeof body === 'string' || body instanceof Uint8Array

/**
 * A person with a browser of their own: keeps cookies and sends them, as our web app does. @param always headers of
 * every request
 */
export const visitor = (url: string, always: Record<string, string> = {}) => {
  const jar = new Map<string, { value: string; path: string }>()
  const cookiesFor = (path: string) =>
    [...jar]
      .filter(([, cookie]) => path.startsWith(cookie.path))
      .map(([key, { value }]) => `${key.split(' ')[0]}=${value}`)

  const keep = (headers: Headers) => {
    for (const line of headers.getSetCookie()) {
      const [pair = '', ...attributes] = line.split('; ')
      const [name = '', value = ''] = pair.split('=')
      const path = attributes.find((attribute) => attribute.startsWith('Path='))?.slice(5) ?? '/'
      if (attributes.includes('Max-Age=0')) jar.delete(`${name} ${path}`)
      else jar.set(`${name} ${path}`, { value, path })
    }
  }

  const ask = async (method: string, path: string, body?: unknown, { headers = {} }: Options = {}): Promise<Answer> => {
    const cookie = cookiesFor(path).join('; ')
    const answer = await fetch(url + path, {
      method,
      redirect: 'manual',
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(cookie ? { cookie, [webAppHeader]: '1' } : {}),
        ...always,
        ...headers,
      },
      ...(body === undefined ? {} : { body: isWritten(body) ? body : JSON.stringify(body) }),
    })
    keep(answer.headers)
    if (isStream(answer)) {
      await answer.body?.cancel()
      return { status: answer.status, headers: answer.headers, body: null }
    }
    const bytes = Buffer.from(await answer.arrayBuffer())
    const json = answer.headers.get('content-type')?.startsWith('application/json')
    return { status: answer.status, headers: answer.headers, body: json ? JSON.parse(bytes.toString()) : bytes }
  }

  /** Collects the events of a stream for as long as it is open. */
  const listen = async (path: string) => {
    const stop = new AbortController()
    const headers = { ...always, ...(cookiesFor(path).length > 0 ? { cookie: cookiesFor(path).join('; ') } : {}) }
    const answer = await fetch(url + path, { headers, signal: stop.signal })
    if (!answer.body || !isStream(answer)) throw new Error(`${path} answers ${answer.status} and tells nothing`)
    const told: string[] = []
    const reading = (async () => {
      for await (const chunk of answer.body?.pipeThrough(new TextDecoderStream()) ?? []) told.push(chunk)
    })()
    return {
      /** All events so far, heartbeats left out. */
      events: () => [...told.join('').matchAll(/^data: (.+)$/gm)].map(([, data = '']) => JSON.parse(data)),
      /** Resolves when the other side has ended it. */
      ended: reading,
      async stop() {
        stop.abort()
        await reading.catch(() => {})
      },
    }
  }

  return {
    listen,
    get: (path: string, options?: Options) => ask('GET', path, undefined, options),
    post: (path: string, body: unknown, options?: Options) => ask('POST', path, body, options),
    patch: (path: string, body: unknown, options?: Options) => ask('PATCH', path, body, options),
    delete: (path: string, options?: Options, body?: unknown) => ask('DELETE', path, body, options),
    put: (path: string, body?: unknown, options?: Options) => ask('PUT', path, body, options),
    ask,
    cookie: (name: string) => [...jar].find(([key]) => key.startsWith(`${name} `))?.[1].value,
  }
}

const isStream = ({ headers }: Response) => headers.get('content-type')?.startsWith('text/event-stream')

export type Visitor = ReturnType<typeof visitor>
