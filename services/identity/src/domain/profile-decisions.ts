import { type Account, type AccountEvent, type Place, type Profile, sameAddress } from './account.ts'

/** Only what is given changes; an empty place is none. */
export type ChangeProfile = {
  readonly type: 'ChangeProfile'
  readonly name?: string | undefined
  readonly phone?: string | undefined
  readonly email?: string | undefined
  readonly location?: string | undefined
  readonly address?: string | undefined
  /** Of the link to a new e-mail address, if it is one. */
  readonly linkId: string
  readonly at: string
}

/** The link to a new address is another's to add. */
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

/** Null when nothing changes. */
const changedProfile = ({ person, place, role }: Account, command: ChangeProfile): Profile | null => {
  const { personId, name, phone } = person
  const now: Profile = { personId, name, phone, ...place }
  // Where an agent works is an admin's to say.
  const where = role === 'agent' ? place : changedPlace(place, command)
  const then: Profile = { personId, name: command.name ?? name, phone: command.phone ?? phone, ...where }
  const differs = (['name', 'phone', 'location', 'address'] as const).some((field) => now[field] !== then[field])
  return differs ? then : null
}

const changedPlace = (place: Place, { location, address }: ChangeProfile): Place => ({
  location: location === undefined ? place.location : location || null,
  address: address === undefined ? place.address : address || null,
})
