import { type Answer, getErrorCode, isTokenError, type Question } from './asking.ts'
import { textOf } from './loose-json.ts'
import type { DarajaSettings } from './settings.ts'

/** The token is renewed so long before it expires. */
const earlyMs = 2 * 60 * 1000
const usualSeconds = 3599
const timeoutMs = 10_000

type Ask = (question: Question) => Promise<Answer>
type Held = { readonly token: string; readonly until: number }

/**
 * Holds the only token, because a new one may end the one before: callers wait for a fetch that is under way. A call
 * whose token is refused is sent once more with a newer token; the first was not taken, so nothing happens twice.
 */
export const openTokens = ({
  ask,
  settings,
  now,
}: {
  readonly ask: Ask
  readonly settings: Pick<DarajaSettings, 'url' | 'consumerKey' | 'consumerSecret'>
  readonly now: () => string
}) => {
  const basic = Buffer.from(`${settings.consumerKey}:${settings.consumerSecret}`).toString('base64')
  let held: Held | null = null
  let fetching: Promise<Held | Answer> | null = null

  const fetchToken = async (): Promise<Held | Answer> => {
    const asked = Date.parse(now())
    const answer = await ask({
      url: `${settings.url}/oauth/v1/generate?grant_type=client_credentials`,
      method: 'GET',
      authorization: `Basic ${basic}`,
      timeoutMs,
    })
    const token = answer.kind === 'answered' && answer.status === 200 ? textOf(answer.body?.access_token) : null
    if (answer.kind !== 'answered' || token === null) return answer
    // As a number or as a text.
    const seconds = Number(textOf(answer.body?.expires_in) ?? usualSeconds)
    held = { token, until: asked + (seconds > 0 ? seconds : usualSeconds) * 1000 }
    return held
  }

  const tokenNow = (): Promise<Held | Answer> => {
    if (held !== null && Date.parse(now()) < held.until - earlyMs) return Promise.resolve(held)
    fetching ??= fetchToken().finally(() => {
      fetching = null
    })
    return fetching
  }

  return async (question: Omit<Question, 'authorization'>): Promise<Answer> => {
    for (let again = false; ; again = true) {
      const given = await tokenNow()
      if (!('token' in given)) return withoutToken(given)
      const answer = await ask({ ...question, authorization: `Bearer ${given.token}` })
      if (again || !isTokenError(answer)) return answer
      // Another call may have fetched a newer token during this one.
      if (held === given) held = null
    }
  }
}

/** Only the token was requested: whatever came of that, the call itself was not sent. */
const withoutToken = (answer: Answer): Answer => {
  const ofOurs = answer.kind === 'answered' && answer.status >= 400 && answer.status < 500 && answer.status !== 429
  return { kind: 'unsent', code: ofOurs ? 'token-refused' : `token-${getErrorCode(answer)}` }
}
