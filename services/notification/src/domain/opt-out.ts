import type { Decider, DomainEvent, View } from '@tuma/platform/domain'

/** Somebody wants no marketing. There is no way back: nobody but they themselves could ask for one. */
export type OptOutEvent = DomainEvent<
  'OptedOut',
  { readonly person: { readonly personId: string; readonly phone: string }; readonly at: string }
>

/** @param phoneKey a keyed hash: the list of those who opted out outlives the erasing of their numbers */
export const optOutStream = (phoneKey: string): string => `optout-${phoneKey}`

type OptOut = { readonly type: 'OptOut' } & OptOutEvent['data']

export const optOut: Decider<boolean, OptOut, OptOutEvent> = {
  initialState: false,
  decide: ({ type: _, ...data }, hasOptedOut) => (hasOptedOut ? [] : [{ type: 'OptedOut', data }]),
  evolve: () => true,
}

export type OptOutRow = { readonly phone: string; readonly since: string }

export const optOutsView: View<OptOutEvent, OptOutRow> = {
  collection: {
    name: 'opt-outs-v1',
    shape: { phone: 'text', since: 'text' },
    fields: { since: 'text' },
    indexes: [],
    sortBy: 'since',
  },
  idsOf: ({ stream }) => [stream.slice(optOutStream('').length)],
  project: (row, { data: { person, at } }) => row ?? { phone: person.phone, since: at },
}
