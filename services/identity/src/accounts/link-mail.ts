import type { IdentityClient } from '@tuma/contracts/services'
import type { Dependencies } from '../dependencies.ts'
import { type Account, isFirstTo, type Link, sameAddress, servingLink } from '../domain/account.ts'

type Asked = Parameters<IdentityClient['linkMail']>[0]
type LinkMail = Awaited<ReturnType<IdentityClient['linkMail']>>

/** The contents of the mail for a link; null when there is nothing to send, or the link no longer works. */
export const linkMail = async (
  dependencies: Dependencies,
  { accountId, linkId, tellsOwner = false }: Asked,
): Promise<LinkMail> => {
  const { getAccount, links, reservations, now } = dependencies
  const account = await getAccount(accountId)
  const link = servingLink(account, linkId, now())
  if (!account || !link) return null
  if (await reservations.awaits(link.email, accountId)) {
    const token = links.getToken(link.purpose, { accountId, linkId })
    return { ...getMail(account, link), owner: null, token }
  }
  if (!tellsOwner || !isFirstTo(account, link)) return null
  const { owner } = await reservations.accountsAt(link.email)
  return owner && { ...getMail(account, link), owner: owner.person.username, token: '' }
}

const getMail = (
  { person, registeredAt, verified }: Account,
  { purpose, email, expiresAt, issuedAt, formerEmail }: Link,
) => {
  const changesEmail = !sameAddress(email, person.email)
  const askedAt = changesEmail ? issuedAt : registeredAt
  const isProven = verified && !changesEmail
  return { email, name: person.name, askedAt, purpose, changesEmail, isProven, formerEmail, expiresAt }
}
