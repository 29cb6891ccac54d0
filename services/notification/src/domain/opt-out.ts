import { type Decider, type DomainEvent, erased, type View } from '@tuma/platform/domain'

/** A person wants no marketing. There is no way back, because only that person could ask for one. */
export type OptOutEvent =
  | DomainEvent<
      'OptedOut',
      { readonly person: { readonly personId: string; readonly phone: string }; readonly at: string }
    >
  /**
   * The phone is forgotten: nothing is sent there, and its number can't be read. With the rows of campaigns that showed
   * it. The key of the phone is destroyed next.
   */
  | DomainEvent<'PhoneErased', { readonly messageIds: readonly string[]; readonly at: string }>

/** @param phoneKey a keyed hash: the list of opt-outs outlives the erasing of their numbers */
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

/** An erased person who had not opted out has no row: they asked us for nothing. */
export const optOutsView: View<OptOutEvent, OptOutRow> = {
  whenDamaged: 'leavesOut',
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
