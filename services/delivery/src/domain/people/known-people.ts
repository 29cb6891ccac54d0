import type { Decider, DomainEvent, RowOf, View } from '@tuma/platform/domain'
import type { ErasureEvent } from './erasure.ts'

/**
 * Whom an account does not want to be offered any more. People are known from parcels alone: here stand neither names nor
 * phones, and who was sent to afterwards is known again.
 */
export type KnownPeopleEvent =
  | DomainEvent<'PersonForgotten', { readonly accountId: string; readonly personId: string; readonly at: string }>
  | DomainEvent<'PeopleForgotten', { readonly accountId: string; readonly at: string }>

export type ForgetPeople = {
  readonly type: 'ForgetPeople'
  readonly accountId: string
  /** Null: everybody. */
  readonly personId: string | null
  readonly at: string
}

export const knownPeopleStream = (accountId: string): string => `people-${accountId}`

/** @param personId keyed hash of the account and the phone; null: everybody */
const decide = ({ accountId, personId, at }: ForgetPeople): KnownPeopleEvent[] => [
  personId === null
    ? { type: 'PeopleForgotten', data: { accountId, at } }
    : { type: 'PersonForgotten', data: { accountId, personId, at } },
]

/** Nothing is decided by what was forgotten before: only who is known is asked to be forgotten. */
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
/** Of one account. Everybody's forgetting takes those before it with it. */
export type ForgottenRow = RowOf<typeof shape>

export const forgottenView: View<KnownPeopleEvent | ErasureEvent, ForgottenRow> = {
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

/** Whether they are, by a parcel of then. */
export const isForgotten = (row: ForgottenRow | null, personId: string, sentAt: string): boolean => {
  if (!row) return false
  const own = row.people.find((one) => one.personId === personId)
  return [row.everybodyAt, own?.at ?? null].some((at) => at !== null && sentAt <= at)
}
