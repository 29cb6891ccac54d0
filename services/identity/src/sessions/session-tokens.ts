import type { KeyObject } from 'node:crypto'
import jwt from 'jsonwebtoken'

const algorithm = 'HS256'

/** A JWT that names a session. Nothing else in it counts: the session's record decides, also when it ends. */
export const sessionTokens = (key: KeyObject) => ({
  getToken: (sessionId: string, expiresAt: string): string =>
    jwt.sign({ jti: sessionId, exp: Math.floor(Date.parse(expiresAt) / 1000) }, key, { algorithm, noTimestamp: true }),

  /** The session that the token names; null for a token that we did not sign. */
  getSessionId(token: string): string | null {
    try {
      const payload = jwt.verify(token, key, { algorithms: [algorithm], ignoreExpiration: true })
      return typeof payload === 'object' ? (payload.jti ?? null) : null
    } catch {
      return null
    }
  },
})
