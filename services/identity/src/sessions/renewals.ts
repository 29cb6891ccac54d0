import type { linkTokens } from '../accounts/links.ts'
import type { Account } from '../domain/account.ts'
import { later, minutes } from '../domain/instant.ts'

const lastsMs = minutes(30)

export type Renewal = { readonly accountId: string; readonly epoch: number; readonly expiresAt: string }

/**
 * Tokens to choose a new password with, for who has shown the one that won't do. Nothing is stored and no mail sent: the
 * session epoch, which each new password moves, makes that it serves once.
 */
export const renewals = (links: ReturnType<typeof linkTokens>) => ({
  tokenFor: ({ accountId, sessionEpoch }: Pick<Account, 'accountId' | 'sessionEpoch'>, at: string): string =>
    links.getToken('renew', { accountId, linkId: `${sessionEpoch}-${Date.parse(later(at, lastsMs))}` }),

  /** Null for what we did not hand out. */
  read(token: string): Renewal | null {
    const named = links.read('renew', token)
    const [epoch, expires] = named?.linkId.split('-').map(Number) ?? []
    if (!named || epoch === undefined || expires === undefined) return null
    return { accountId: named.accountId, epoch, expiresAt: new Date(expires).toISOString() }
  },
})
