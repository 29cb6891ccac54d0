import type { Decider, DomainEvent, View } from '@tuma/platform/domain'

/** An admin stopped messages that strangers cause, or allowed them again. */
export type StrangersEvent =
  | DomainEvent<'StrangersStopped', { readonly at: string; readonly by: string }>
  | DomainEvent<'StrangersAdmitted', { readonly at: string; readonly by: string }>

/** One stream for the whole installation. */
export const strangersStream = 'strangers-all'

type StrangersCommand = {
  readonly type: 'StopStrangers' | 'AdmitStrangers'
  readonly at: string
  /** Of the admin's account. */
  readonly by: string
}
type Strangers = 'admitted' | 'stopped'

/** A second stop changes nothing: the first admin stays on record. */
const decide = ({ type, ...said }: StrangersCommand, strangers: Strangers): StrangersEvent[] => {
  if (type === 'StopStrangers') return strangers === 'admitted' ? [{ type: 'StrangersStopped', data: said }] : []
  return strangers === 'stopped' ? [{ type: 'StrangersAdmitted', data: said }] : []
}

export const strangers: Decider<Strangers, StrangersCommand, StrangersEvent> = {
  initialState: 'admitted',
  decide,
  evolve: (_before, { type }) => (type === 'StrangersStopped' ? 'stopped' : 'admitted'),
}

/** The row exists while they are stopped; its id is `strangersRow`. */
export type StrangersRow = { readonly since: string; readonly by: string }
export const strangersRow = 'all'

export const strangersView: View<StrangersEvent, StrangersRow> = {
  whenDamaged: 'leavesOut',
  collection: {
    name: 'strangers-stopped-v1',
    shape: { since: 'text', by: 'text' },
    fields: { since: 'text' },
    indexes: [],
    unlisted: true,
    sortBy: 'since',
  },
  getIds: () => [strangersRow],
  project: (_row, { type, data }) => (type === 'StrangersStopped' ? { since: data.at, by: data.by } : null),
}
