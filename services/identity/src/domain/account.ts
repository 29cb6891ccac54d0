import type { Role, Shop } from '@tuma/contracts/vocabulary'
import type { DomainEvent } from '@tuma/platform/domain'
import { nameKey } from './reservation.ts'
import { afterCode, type SecondFactor, type SecondFactorEvent, setUp } from './second-factor.ts'

/** The purpose of a link in a mail. */
export type LinkPurpose = 'verify' | 'reset'

/** Personal: sealed in storage with the key of the account. `phone` is 254…. */
export type Person = {
  readonly personId: string
  readonly name: string
  readonly username: string
  readonly email: string
  readonly phone: string
}

/** Personal too, and sealed separately because it changes separately. `hash` is argon2id in PHC form. */
export type Password = { readonly personId: string; readonly hash: string }

/** Free text of a client; for an agent, the shop. */
export type Place = { readonly location: string | null; readonly address: string | null }

export type Profile = Pick<Person, 'personId' | 'name' | 'phone'> & Place
type Address = Pick<Person, 'personId' | 'email'>

type IssuedLink = {
  readonly linkId: string
  readonly purpose: LinkPurpose
  readonly issuedAt: string
  readonly expiresAt: string
}
/** `email`: where the link was sent; `formerEmail`: the account's own address then, if that was another. */
export type Link = IssuedLink & { readonly email: string; readonly formerEmail: string | null }

type Beginning = { readonly accountId: string; readonly person: Person; readonly password: Password }
type Of<Data> = Data & { readonly accountId: string }

type AccountBeginning =
  | DomainEvent<'AccountRegistered', Beginning & { readonly registeredAt: string }>
  /** By the system: verified from the start. */
  | DomainEvent<
      'AccountOpened',
      Beginning & { readonly role: Role; readonly shop: Shop | null; readonly openedAt: string }
    >

export type AccountChange =
  | SecondFactorEvent
  | DomainEvent<'LinkIssued', Of<IssuedLink>>
  | DomainEvent<'EmailVerified', Of<{ readonly verifiedAt: string }>>
  | DomainEvent<'PointsEarned', Of<{ readonly deliveryId: string; readonly points: number; readonly earnedAt: string }>>
  /** The whole new profile. */
  | DomainEvent<'ProfileChanged', Of<{ readonly profile: Profile; readonly changedAt: string }>>
  /** The new address waits until its link is opened; until then the old one stays. */
  | DomainEvent<'EmailChangeRequested', Of<{ readonly wanted: Address; readonly requestedAt: string }>>
  | DomainEvent<'EmailChanged', Of<{ readonly address: Address; readonly changedAt: string }>>
  | DomainEvent<'PasswordReset', Of<{ readonly password: Password; readonly resetAt: string }>>
  | DomainEvent<'ShopAssigned', Of<{ readonly shop: Shop; readonly assignedAt: string }>>
  | DomainEvent<'RoleChanged', Of<{ readonly role: Role; readonly changedAt: string }>>
  /** By an admin: every session of the account. */
  | DomainEvent<'SessionsEnded', Of<{ readonly endedAt: string }>>
  | DomainEvent<'AccountDeleted', Of<{ readonly deletedAt: string }>>

export type AccountEvent = AccountBeginning | AccountChange

export type Account = Beginning & {
  /** Name and phone at registration: money for the account goes there until its owner changes them with the password. */
  readonly registeredAs: Pick<Person, 'name' | 'phone'>
  readonly registeredAt: string
  readonly role: Role
  readonly place: Place
  readonly verified: boolean
  readonly deleted: boolean
  /** Sessions with another epoch have ended: whatever must end them all raises this number. */
  readonly sessionEpoch: number
  readonly links: readonly Link[]
  /** The e-mail address that takes effect when its link is opened. */
  readonly wanted: string | null
  readonly formerEmails: readonly string[]
  /** Agents and admins only. */
  readonly secondFactor: SecondFactor | null
}

export const nowhere: Place = { location: null, address: null }

export const evolve = (account: Account | null, event: AccountEvent): Account | null => {
  if (event.type === 'AccountRegistered') {
    return { ...beginning(event.data, event.data.registeredAt), role: 'user', place: nowhere, verified: false }
  }
  if (event.type === 'AccountOpened') {
    const { role, shop, openedAt } = event.data
    return { ...beginning(event.data, openedAt), role, place: shop ?? nowhere, verified: true }
  }
  return account && evolveFrom(account, event)
}

const evolveFrom = (account: Account, { type, data }: AccountChange): Account => {
  const { person, sessionEpoch, secondFactor } = account
  switch (type) {
    case 'LinkIssued':
      return withLink(account, data)
    case 'EmailVerified':
      return { ...account, verified: true }
    case 'PointsEarned':
      return account
    case 'ProfileChanged': {
      const { name, phone, location, address } = data.profile
      return { ...account, person: { ...person, name, phone }, place: { location, address } }
    }
    case 'EmailChangeRequested':
      return { ...account, wanted: data.wanted.email }
    case 'EmailChanged':
      return movedTo(account, data.address.email)
    case 'PasswordReset':
      // An intruder may have asked for another address.
      return { ...resetLinksUsed(account), password: data.password, wanted: null, sessionEpoch: sessionEpoch + 1 }
    case 'ShopAssigned':
      return { ...account, place: data.shop }
    case 'RoleChanged':
      // The free text of a client must not become an agent's shop, nor may a former agent keep the shop.
      return { ...account, ...inRole(account, data.role), place: nowhere, sessionEpoch: sessionEpoch + 1 }
    case 'SessionsEnded':
      return { ...account, sessionEpoch: sessionEpoch + 1 }
    case 'AccountDeleted':
      return { ...account, deleted: true, links: [], secondFactor: null }
    case 'SecondFactorSetUp':
      return { ...account, secondFactor: setUp(data.factor.secret) }
    case 'SecondFactorConfirmed':
      // Ends the sessions that were started with the password alone.
      return { ...account, secondFactor: confirmed(secondFactor, data), sessionEpoch: sessionEpoch + 1 }
    case 'SecondFactorUsed':
    case 'RecoveryCodeUsed':
      return { ...account, secondFactor: secondFactor && afterCode(secondFactor, data) }
    case 'SecondFactorRemoved':
      return { ...account, secondFactor: null }
  }
}

const withLink = (account: Account, issued: IssuedLink): Account => {
  const { links, person, wanted } = account
  const email = issued.purpose === 'verify' ? (wanted ?? person.email) : person.email
  const formerEmail = sameAddress(email, person.email) ? null : person.email
  return { ...account, links: [...links, { ...issued, email, formerEmail }] }
}

/** A client could not remove it. */
const inRole = ({ secondFactor }: Account, role: Role) => ({
  role,
  secondFactor: role === 'user' ? null : secondFactor,
})

type Confirmed = Pick<Extract<SecondFactorEvent, { type: 'SecondFactorConfirmed' }>['data'], 'step' | 'recoveryCodes'>

const confirmed = (factor: SecondFactor | null, { step, recoveryCodes }: Confirmed): SecondFactor | null =>
  factor && { ...factor, confirmed: true, lastStep: step, recoveryCodes }

const beginning = ({ accountId, person, password }: Beginning, registeredAt: string) => ({
  accountId,
  person,
  password,
  registeredAt,
  registeredAs: { name: person.name, phone: person.phone },
  deleted: false,
  sessionEpoch: 0,
  links: [],
  wanted: null,
  formerEmails: [],
  secondFactor: null,
})

const movedTo = (account: Account, email: string): Account => ({
  ...account,
  person: { ...account.person, email },
  wanted: null,
  formerEmails: [...account.formerEmails, account.person.email].filter((former) => !sameAddress(former, email)),
})

const resetLinksUsed = (account: Account): Account => ({
  ...account,
  links: account.links.filter(({ purpose }) => purpose !== 'reset'),
})

export const sameAddress = (one: string, other: string | null): boolean =>
  other !== null && nameKey(one) === nameKey(other)

/**
 * The link, if opening it now still has its effect: until it expires, and while the address that it was sent to is the
 * account's, or the one that the account has asked for.
 */
export const servingLink = (account: Account | null, linkId: string, at: string): Link | null => {
  const link = account?.links.find((issued) => issued.linkId === linkId && issued.expiresAt > at)
  if (!account || !link) return null
  const isForChange = link.purpose === 'verify' && sameAddress(link.email, account.wanted)
  return isForChange || sameAddress(link.email, account.person.email) ? link : null
}

/** Whether this is the first link to its address: some texts are sent only once, with it. */
export const isFirstTo = (account: Account, { linkId, email }: Link): boolean =>
  account.links.find((issued) => issued.purpose === 'verify' && sameAddress(issued.email, email))?.linkId === linkId
