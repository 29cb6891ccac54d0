import { setTimeout as pause } from 'node:timers/promises'

/**
 * For every request of Playwright's own. A server closes idle connections, and a request at that moment is reset; a
 * browser would send it again by itself.
 */
export const retryOptions = { maxRetries: 2 } as const

/**
 * Sends the same call again when the product answers that it is busy, after the time that it names. A busy product has
 * not begun the call, so tests that send much at once also pass on a slow machine. An answer that a service is away is
 * returned.
 */
export const repeatWhileBusy = async (ask: () => Promise<Response>): Promise<Response> => {
  for (;;) {
    const answer = await ask()
    if (!(await isBusy(answer))) return answer
    await pause(1000 * Number(answer.headers.get('retry-after') ?? 1))
  }
}

const isBusy = async (answer: Response): Promise<boolean> => {
  if (answer.status !== 503) return false
  const said = (await answer.clone().json()) as { readonly code?: string }
  return said.code === 'busy'
}
