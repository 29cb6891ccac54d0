/** What a program reads of an answer. */
export type ForeignAnswer = {
  readonly status: number
  // biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of a body, whatever its shape
  readonly body: any
  readonly headers: Headers
}

/**
 * A client program of another team, which knows only the specified paths, payloads, field names and texts. It sends
 * JSON and, after its login, the bearer token. It keeps no cookies and sends none of our own headers.
 * @param always headers of every request
 */
export const foreignClient = (base: string, always: Record<string, string> = {}) => {
  let token: string | undefined

  const call = async (method: string, path: string, payload?: object): Promise<ForeignAnswer> => {
    const answer = await fetch(`${base}/api${path}`, {
      method,
      headers: {
        ...always,
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(payload ? { 'content-type': 'application/json' } : {}),
      },
      ...(payload ? { body: JSON.stringify(payload) } : {}),
    })
    const bytes = Buffer.from(await answer.arrayBuffer())
    const isJson = answer.headers.get('content-type')?.startsWith('application/json')
    return { status: answer.status, headers: answer.headers, body: isJson ? JSON.parse(bytes.toString()) : bytes }
  }

  return {
    call,
    get: (path: string) => call('GET', path),
    post: (path: string, payload: object) => call('POST', path, payload),
    put: (path: string, payload: object) => call('PUT', path, payload),
    patch: (path: string, payload: object) => call('PATCH', path, payload),
    delete: (path: string) => call('DELETE', path),
    async login(email: string, password: string): Promise<ForeignAnswer> {
      const answer = await call('POST', '/users/login', { email, password })
      token = answer.body.token ?? token
      return answer
    },
  }
}
export type ForeignClient = ReturnType<typeof foreignClient>
