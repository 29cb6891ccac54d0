type Sent = {
  readonly path: string
  readonly authorization: string
  readonly redirect?: string
  readonly body: Readonly<Record<string, unknown>>
}
type Scene = (sent: Sent) => Response | Promise<Response>

export const json = (body: unknown, status = 200): Response => new Response(JSON.stringify(body), { status })
export const html = (status = 200): Response => new Response('<html><body>Service</body></html>', { status })
/** A failure in undici's form. */
export const failing = (code: string): Promise<never> =>
  Promise.reject(new TypeError('fetch failed', { cause: Object.assign(new Error(code), { code }) }))

/** Answers each call with the next scene, and calls for a token with token-1, token-2 …; keeps what was sent. */
export const scriptedFetch = (...scenes: Scene[]) => {
  const sent: Sent[] = []
  let tokens = 0
  let tokenScene: Scene = () => {
    tokens += 1
    return json({ access_token: `token-${tokens}`, expires_in: '3599' })
  }
  const fetch = (async (
    url: string,
    { headers, redirect, body }: { headers: Record<string, string>; redirect?: string; body?: string },
  ) => {
    const call = {
      path: new URL(url).pathname,
      authorization: headers.authorization ?? '',
      redirect,
      body: body === undefined ? {} : JSON.parse(body),
    }
    if (call.path === '/oauth/v1/generate') return tokenScene(call)
    sent.push(call)
    const scene = scenes.shift()
    if (!scene) throw new Error('There is no answer for this.')
    return scene(call)
  }) as unknown as typeof globalThis.fetch
  return {
    fetch,
    sent,
    tokens: () => tokens,
    tokensAre(scene: Scene): void {
      tokenScene = scene
    },
  }
}
