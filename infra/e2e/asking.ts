import { setTimeout as pause } from 'node:timers/promises'

/**
 * For every request of Playwright's own: a server closes connections that are idle, and a request that meets such a moment
 * is reset. A browser sends it again by itself.
 */
export const askAgain = { maxRetries: 2 } as const

/**
 * As anybody does who is told that the house is busy: the same call again when it was told to. What was refused at the
 * door has done nothing, so a test that sends much at once needs no machine that is fast. Whoever is told that a service is
 * away is answered that.
 */
export const askUntilTaken = async (ask: () => Promise<Response>): Promise<Response> => {
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
