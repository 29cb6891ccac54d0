import type { linkTokens } from '../accounts/links.ts'
import type { Account } from '../domain/account.ts'
import { later, minutes } from '../domain/instant.ts'

const lastsMs = minutes(30)

export type Renewal = { readonly accountId: string; readonly epoch: number; readonly expiresAt: string }

/**
 * Tokens to choose a new password, for a person who has entered a password that is too weak. Nothing is stored and no
 * mail is sent. Each token works once, because a new password raises the session epoch.
 */
export const renewals = (links: ReturnType<typeof linkTokens>) => ({
  tokenFor: ({ accountId, sessionEpoch }: Pick<Account, 'accountId' | 'sessionEpoch'>, at: string): string =>
    links.getToken('renew', { accountId, linkId: `${sessionEpoch}-${Date.parse(later(at, lastsMs))}` }),

  /** Null for a token that is not ours. */
  read(token: string): Renewal | null {
    const named = links.read('renew', token)
    const [epoch, expires] = named?.linkId.split('-').map(Number) ?? []
    if (!named || epoch === undefined || expires === undefined) return null
    return { accountId: named.accountId, epoch, expiresAt: new Date(expires).toISOString() }
  },
})
