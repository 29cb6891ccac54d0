import { Refused, type Role, type Shop } from '@tuma/contracts/vocabulary'
import type { Decider } from '@tuma/platform/domain'
import {
  type Account,
  type AccountEvent,
  evolve,
  type LinkPurpose,
  type Person,
  sameAddress,
  servingLink,
} from './account.ts'
import { hours, later, minutes } from './instant.ts'
import { type ChangeProfile, changeProfile } from './profile-decisions.ts'
import { decideSecondFactor, type SecondFactorCommand } from './second-factor-decisions.ts'

const linkLasts = { verify: hours(24), reset: minutes(30) }
const betweenLinks = minutes(5)

type Beginning = {
  readonly accountId: string
  readonly person: Omit<Person, 'personId'>
  readonly passwordHash: string
  readonly at: string
}
type Register = Beginning & { readonly type: 'RegisterAccount'; readonly linkId: string }
type Open = Beginning & { readonly type: 'OpenAccount'; readonly role: Role; readonly shop: Shop | null }

type NewPassword = {
  readonly passwordHash: string
  /** Agents and admins may not use it. */
  readonly weak: boolean
  readonly at: string
}

type ChangeCommand =
  | ChangeProfile
  | SecondFactorCommand
  | { readonly type: 'RequestVerificationLink'; readonly linkId: string; readonly at: string }
  /** For a person who forgot the password; an account that is not verified yet gets a verification link instead. */
  | { readonly type: 'RequestResetLink'; readonly linkId: string; readonly at: string }
  | { readonly type: 'VerifyEmail'; readonly linkId: string; readonly at: string }
  /** By an admin who knows the person: without e-mail no link can be sent. */
  | { readonly type: 'VerifyByAdmin'; readonly at: string }
  | (NewPassword & { readonly type: 'ResetPassword'; readonly linkId: string })
  /** By a person who has entered the old password; refused if the password was changed in between. */
  | (NewPassword & { readonly type: 'RenewPassword'; readonly epoch: number; readonly expiresAt: string })
  | { readonly type: 'EarnPoints'; readonly deliveryId: string; readonly points: number; readonly at: string }
  | { readonly type: 'AssignShop'; readonly shop: Shop; readonly at: string }
  | { readonly type: 'ChangeRole'; readonly role: Role; readonly at: string }
  /** By an admin. */
  | { readonly type: 'EndSessions'; readonly at: string }
  /** `role`: only if the account has that role. */
  | { readonly type: 'DeleteAccount'; readonly role: Role | null; readonly at: string }

export type AccountCommand = Register | Open | ChangeCommand

const decide = (command: AccountCommand, account: Account | null): AccountEvent[] => {
  if (command.type === 'RegisterAccount' || command.type === 'OpenAccount') return account ? [] : begin(command)
  return account && !account.deleted ? decideFor(account, command) : decideForMissing(command)
}

const begin = (command: Register | Open): AccountEvent[] => {
  const { accountId, person, passwordHash, at } = command
  const beginning = {
    accountId,
    person: { personId: accountId, ...person },
    password: { personId: accountId, hash: passwordHash },
  }
  switch (command.type) {
    case 'RegisterAccount':
      return [
        { type: 'AccountRegistered', data: { ...beginning, registeredAt: at } },
        linkIssued(accountId, 'verify', command),
      ]
    case 'OpenAccount': {
      const { role, shop } = command
      return [{ type: 'AccountOpened', data: { ...beginning, role, shop, openedAt: at } }]
    }
  }
}

const decideForMissing = ({ type }: ChangeCommand): AccountEvent[] => {
  switch (type) {
    case 'VerifyEmail':
    case 'ResetPassword':
    case 'RenewPassword':
      throw new Refused('link_invalid')
    case 'VerifyByAdmin':
    case 'ChangeProfile':
    case 'AssignShop':
    case 'ChangeRole':
    case 'EndSessions':
    case 'DeleteAccount':
    case 'SetUpSecondFactor':
    case 'ConfirmSecondFactor':
    case 'UseSecondFactor':
    case 'RemoveSecondFactor':
    case 'RemoveSecondFactorByAdmin':
      throw new Refused('not_found')
    case 'RequestVerificationLink':
    case 'RequestResetLink':
    // A deleted account earns nothing, and that is not an error.
    case 'EarnPoints':
      return []
  }
}

const decideFor = (account: Account, command: ChangeCommand): AccountEvent[] => {
  const { accountId, verified } = account
  const { at } = command
  switch (command.type) {
    case 'ChangeProfile': {
      if (!verified) throw new Refused('not_verified')
      const changes = changeProfile(account, command)
      const changed = changes.reduce<Account | null>(evolve, account) as Account
      const asksForLink = command.email !== undefined && sameAddress(command.email, changed.wanted)
      return asksForLink ? [...changes, ...newLink(changed, 'verify', command)] : changes
    }
    case 'RequestVerificationLink':
      return verified ? [] : newLink(account, 'verify', command)
    case 'RequestResetLink':
      return newLink(account, verified ? 'reset' : 'verify', command)
    case 'VerifyEmail':
      return verifyEmail(account, command)
    case 'VerifyByAdmin':
      return emailVerified(account, at)
    case 'ResetPassword':
      return resetPassword(account, command)
    case 'RenewPassword':
      return renewPassword(account, command)
    case 'EarnPoints': {
      const { deliveryId, points } = command
      return points > 0 ? [{ type: 'PointsEarned', data: { accountId, deliveryId, points, earnedAt: at } }] : []
    }
    case 'AssignShop':
      return assignShop(account, command)
    case 'ChangeRole':
      return changeRole(account, command)
    case 'EndSessions':
      return [{ type: 'SessionsEnded', data: { accountId, endedAt: at } }]
    case 'DeleteAccount':
      if (command.role !== null && command.role !== account.role) throw new Refused('not_found')
      return [{ type: 'AccountDeleted', data: { accountId, deletedAt: at } }]
    case 'SetUpSecondFactor':
    case 'ConfirmSecondFactor':
    case 'UseSecondFactor':
    case 'RemoveSecondFactor':
    case 'RemoveSecondFactorByAdmin':
      return decideSecondFactor(account, command)
  }
}

type Command<Type extends AccountCommand['type']> = Extract<AccountCommand, { type: Type }>

const verifyEmail = (account: Account, { linkId, at }: Command<'VerifyEmail'>): AccountEvent[] => {
  const { accountId, person, wanted } = account
  const link = servingLink(account, linkId, at)
  if (link?.purpose !== 'verify') throw new Refused('link_invalid')
  if (wanted !== null && sameAddress(link.email, wanted)) {
    const address = { personId: person.personId, email: wanted }
    return [{ type: 'EmailChanged', data: { accountId, address, changedAt: at } }]
  }
  return emailVerified(account, at)
}

const emailVerified = ({ accountId, verified }: Account, at: string): AccountEvent[] =>
  verified ? [] : [{ type: 'EmailVerified', data: { accountId, verifiedAt: at } }]

const resetPassword = (account: Account, command: Command<'ResetPassword'>): AccountEvent[] => {
  if (servingLink(account, command.linkId, command.at)?.purpose !== 'reset') throw new Refused('link_invalid')
  return withPassword(account, command)
}

const renewPassword = (account: Account, command: Command<'RenewPassword'>): AccountEvent[] => {
  const { epoch, expiresAt, at } = command
  if (epoch !== account.sessionEpoch || expiresAt <= at) throw new Refused('link_invalid')
  return withPassword(account, command)
}

const withPassword = (account: Account, { passwordHash, weak, at }: NewPassword): AccountEvent[] => {
  const { accountId, role, password } = account
  // The screen warns clients when they choose such a password, and lets them.
  if (weak && role !== 'user') throw new Refused('password_common', { field: 'password' })
  return [{ type: 'PasswordReset', data: { accountId, password: { ...password, hash: passwordHash }, resetAt: at } }]
}

const assignShop = ({ accountId, role, place }: Account, { shop, at }: Command<'AssignShop'>): AccountEvent[] => {
  if (role !== 'agent') throw new Refused('not_found')
  if (place.location === shop.location && place.address === shop.address) return []
  return [{ type: 'ShopAssigned', data: { accountId, shop, assignedAt: at } }]
}

const changeRole = (account: Account, { role, at }: Command<'ChangeRole'>): AccountEvent[] => {
  const { accountId, verified } = account
  if (role === account.role) return []
  // Another account may verify the same address first, and the only admin must not disappear that way.
  if (role === 'admin' && !verified) throw new Refused('not_allowed')
  return [{ type: 'RoleChanged', data: { accountId, role, changedAt: at } }]
}

type NewLink = { readonly linkId: string; readonly at: string }

const linkIssued = (accountId: string, purpose: LinkPurpose, { linkId, at }: NewLink): AccountEvent => ({
  type: 'LinkIssued',
  data: { accountId, linkId, purpose, issuedAt: at, expiresAt: later(at, linkLasts[purpose]) },
})

/** No new link while the last mail may still be on its way. */
const newLink = (account: Account, purpose: LinkPurpose, link: NewLink): AccountEvent[] => {
  const to = purpose === 'verify' ? (account.wanted ?? account.person.email) : account.person.email
  const isFresh = account.links.some(
    (issued) =>
      issued.purpose === purpose && sameAddress(issued.email, to) && later(issued.issuedAt, betweenLinks) > link.at,
  )
  return isFresh ? [] : [linkIssued(account.accountId, purpose, link)]
}

export const account: Decider<Account | null, AccountCommand, AccountEvent> = { initialState: null, decide, evolve }
