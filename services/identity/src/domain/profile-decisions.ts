import { type Account, type AccountEvent, type Place, type Profile, sameAddress } from './account.ts'

/** Only given fields change; an empty place removes the place. */
export type ChangeProfile = {
  readonly type: 'ChangeProfile'
  readonly name?: string | undefined
  readonly phone?: string | undefined
  readonly email?: string | undefined
  readonly location?: string | undefined
  readonly address?: string | undefined
  /** The id of the link to a new e-mail address, if the address changes. */
  readonly linkId: string
  readonly at: string
}

/** The link to a new address is recorded separately. */
export const changeProfile = (account: Account, command: ChangeProfile): AccountEvent[] => {
  const { accountId, person, wanted } = account
  const { email, at } = command
  const profile = changedProfile(account, command)
  const isNewAddress = email !== undefined && !sameAddress(email, person.email) && !sameAddress(email, wanted)
  return [
    ...(profile ? [{ type: 'ProfileChanged', data: { accountId, profile, changedAt: at } } as const] : []),
    ...(isNewAddress
      ? [
          {
            type: 'EmailChangeRequested',
            data: { accountId, wanted: { personId: person.personId, email }, requestedAt: at },
          } as const,
        ]
      : []),
  ]
}

/** Null if nothing changes. */
const changedProfile = ({ person, place, role }: Account, command: ChangeProfile): Profile | null => {
  const { personId, name, phone } = person
  const now: Profile = { personId, name, phone, ...place }
  // Only an admin may change where an agent works.
  const where = role === 'agent' ? place : changedPlace(place, command)
  const then: Profile = { personId, name: command.name ?? name, phone: command.phone ?? phone, ...where }
  const differs = (['name', 'phone', 'location', 'address'] as const).some((field) => now[field] !== then[field])
  return differs ? then : null
}

const changedPlace = (place: Place, { location, address }: ChangeProfile): Place => ({
  location: location === undefined ? place.location : location || null,
  address: address === undefined ? place.address : address || null,
})
