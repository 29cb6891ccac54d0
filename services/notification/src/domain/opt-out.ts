import { type Decider, type DomainEvent, erased, type View } from '@tuma/platform/domain'

/** Somebody wants no marketing. There is no way back: nobody but they themselves could ask for one. */
export type OptOutEvent =
  | DomainEvent<
      'OptedOut',
      { readonly person: { readonly personId: string; readonly phone: string }; readonly at: string }
    >
  /**
   * Whose it was is forgotten: nothing is sent there any more, and nobody can read where that is. With the rows of campaigns
   * that showed it. The key of the phone is destroyed next.
   */
  | DomainEvent<'PhoneErased', { readonly messageIds: readonly string[]; readonly at: string }>

/** @param phoneKey a keyed hash: the list of those who opted out outlives the erasing of their numbers */
export const optOutStream = (phoneKey: string): string => `optout-${phoneKey}`

type OptOutCommand =
  | ({ readonly type: 'OptOut' } & Extract<OptOutEvent, { type: 'OptedOut' }>['data'])
  | ({ readonly type: 'ErasePhone' } & Extract<OptOutEvent, { type: 'PhoneErased' }>['data'])

type OptOut = 'none' | 'optedOut' | 'erased'

const decide = ({ type, ...data }: OptOutCommand, optOut: OptOut): OptOutEvent[] => {
  if ('person' in data) return optOut === 'none' ? [{ type: 'OptedOut', data }] : []
  return optOut !== 'erased' || data.messageIds.length > 0 ? [{ type: 'PhoneErased', data }] : []
}

export const optOut: Decider<OptOut, OptOutCommand, OptOutEvent> = {
  initialState: 'none',
  decide,
  evolve: (before, { type }) => (type === 'PhoneErased' || before === 'erased' ? 'erased' : 'optedOut'),
}

export type OptOutRow = { readonly phone: string; readonly since: string }

/** Who was erased without having opted out has no row: nothing was ever asked of us. */
export const optOutsView: View<OptOutEvent, OptOutRow> = {
  collection: {
    name: 'opt-outs-v1',
    shape: { phone: 'text', since: 'text' },
    fields: { since: 'text' },
    indexes: [],
    sortBy: 'since',
  },
  getIds: ({ stream }) => [stream.slice(optOutStream('').length)],
  project: (row, { type, data }) => {
    if (type === 'PhoneErased') return row && { ...row, phone: erased }
    return row ?? { phone: data.person.phone, since: data.at }
  },
}
