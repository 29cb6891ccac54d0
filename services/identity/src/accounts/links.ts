import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto'
import type { LinkPurpose } from '../domain/account.ts'

type Named = { readonly accountId: string; readonly linkId: string }
/** `renew` is not sent by mail: the person who has just entered a password that is too weak gets it in the answer. */
type Purpose = LinkPurpose | 'renew'

/**
 * The token of a link names its record and proves that we made it: `<accountId>.<linkId>.<mac>`. No secret is stored,
 * and the same mail can be written again.
 */
export const linkTokens = (key: KeyObject) => {
  const computeMac = (purpose: Purpose, { accountId, linkId }: Named): string =>
    createHmac('sha256', key).update(`${purpose}|${accountId}|${linkId}`).digest('base64url')

  return {
    getToken: (purpose: Purpose, { accountId, linkId }: Named): string =>
      `${accountId}.${linkId}.${computeMac(purpose, { accountId, linkId })}`,

    /**
     * Null for a token that we did not make, or made for another purpose. The link's record decides whether it still
     * works.
     */
    read(purpose: Purpose, token: string): Named | null {
      const [accountId = '', linkId = '', mac = '', ...more] = token.split('.')
      const named = { accountId, linkId }
      const given = Buffer.from(mac)
      const right = Buffer.from(computeMac(purpose, named))
      return more.length === 0 && given.length === right.length && timingSafeEqual(given, right) ? named : null
    },
  }
}
