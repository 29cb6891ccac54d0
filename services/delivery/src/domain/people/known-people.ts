import type { Decider, DomainEvent, RowOf, View } from '@tuma/platform/domain'
import type { ErasureEvent } from './erasure.ts'

/**
 * People whom an account no longer wants to see as suggestions. Suggestions come from parcels alone, so no names or
 * phones are stored here, and a person to whom the account sends again is suggested again.
 */
export type KnownPeopleEvent =
  | DomainEvent<'PersonForgotten', { readonly accountId: string; readonly personId: string; readonly at: string }>
  | DomainEvent<'PeopleForgotten', { readonly accountId: string; readonly at: string }>

export type ForgetPeople = {
  readonly type: 'ForgetPeople'
  readonly accountId: string
  /** Null: everyone. */
  readonly personId: string | null
  readonly at: string
}

export const knownPeopleStream = (accountId: string): string => `people-${accountId}`

/** @param personId keyed hash of the account and the phone; null: everyone */
const decide = ({ accountId, personId, at }: ForgetPeople): KnownPeopleEvent[] => [
  personId === null
    ? { type: 'PeopleForgotten', data: { accountId, at } }
    : { type: 'PersonForgotten', data: { accountId, personId, at } },
]

/** Earlier requests don't matter: only people who are still suggested can be forgotten. */
export const knownPeople: Decider<null, ForgetPeople, KnownPeopleEvent> = {
  initialState: null,
  decide,
  evolve: () => null,
}

const shape = {
  accountId: 'text',
  everybodyAt: 'text or null',
  people: { each: { personId: 'text', at: 'text' } },
  forgottenAt: 'text',
} as const
/** What one account has forgotten. To forget everyone replaces the single entries before it. */
export type ForgottenRow = RowOf<typeof shape>

export const forgottenView: View<KnownPeopleEvent | ErasureEvent, ForgottenRow> = {
  whenDamaged: 'leavesOut',
  collection: {
    name: 'forgotten-people-v1',
    shape,
    fields: { forgottenAt: 'text' },
    indexes: [],
    unlisted: true,
    sortBy: 'forgottenAt',
  },
  getIds: ({ data }) => [data.accountId],
  project: (row, { type, data }) => {
    switch (type) {
      case 'PersonForgotten': {
        const { accountId, personId, at } = data
        const others = row?.people.filter((one) => one.personId !== personId) ?? []
        return {
          accountId,
          everybodyAt: row?.everybodyAt ?? null,
          people: [...others, { personId, at }],
          forgottenAt: at,
        }
      }
      case 'PeopleForgotten':
        return { accountId: data.accountId, everybodyAt: data.at, people: [], forgottenAt: data.at }
      case 'ErasureDue':
        return row
      case 'AccountParcelsEnded':
        return null
    }
  },
}

/** Whether the account has forgotten this person, as far as a parcel of that time goes. */
export const isForgotten = (row: ForgottenRow | null, personId: string, sentAt: string): boolean => {
  if (!row) return false
  const own = row.people.find((one) => one.personId === personId)
  return [row.everybodyAt, own?.at ?? null].some((at) => at !== null && sentAt <= at)
}
