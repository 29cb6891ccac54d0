import { Refused, type RowDirection, type TreatedKind } from '@tuma/contracts/vocabulary'
import type { Decider, DomainEvent, View } from '@tuma/platform/domain'

/** A kind of rows that we do not know; its id is a keyed hash of M-Pesa's words for it and of its direction. */
export const rowKindStream = (kindId: string): string => `kind-${kindId}`

export type RowKindEvent =
  /** An admin decides how rows of this kind are booked, from the next import on. */
  | DomainEvent<
      'RowKindTreated',
      { readonly name: string; readonly direction: RowDirection; readonly as: TreatedKind; readonly at: string }
    >
  /** An admin undoes it: what was booked since `since` by that decision is reversed. */
  | DomainEvent<'RowKindUndone', { readonly since: string; readonly at: string }>

export type RowKindRuling = {
  readonly name: string
  readonly direction: RowDirection
  readonly as: TreatedKind
  readonly since: string
}

export type RowKindCommand =
  | ({ readonly type: 'TreatRowKind'; readonly at: string } & Omit<RowKindRuling, 'since'>)
  | { readonly type: 'UndoRowKind'; readonly at: string }

/** @throws Refused row_kind_treated where another decision is in force, not_found without one to undo */
export const rowKind: Decider<RowKindRuling | null, RowKindCommand, RowKindEvent> = {
  initialState: null,
  decide: (command, state) => {
    if (command.type === 'UndoRowKind') {
      if (!state) throw new Refused('not_found')
      return [{ type: 'RowKindUndone', data: { since: state.since, at: command.at } }]
    }
    const { type: _, ...data } = command
    if (state && state.as !== data.as) throw new Refused('row_kind_treated')
    return state ? [] : [{ type: 'RowKindTreated', data }]
  },
  evolve: (_state, { type, data }) => {
    if (type === 'RowKindUndone') return null
    const { at: since, ...ruling } = data
    return { ...ruling, since }
  },
}

export type RowKindRow = RowKindRuling & { readonly kindId: string }

/** The admins' decisions in force. */
export const rowKindsView: View<RowKindEvent, RowKindRow> = {
  whenDamaged: 'refuses',
  collection: {
    name: 'row-kinds-v1',
    shape: { kindId: 'text', name: 'text', direction: 'text', as: 'text', since: 'text' },
    fields: { since: 'text' },
    indexes: [],
    sortBy: 'since',
  },
  getIds: ({ stream }) => (stream.startsWith(rowKindStream('')) ? [stream.slice(rowKindStream('').length)] : []),
  project: (_row, { type, data }, kindId) => {
    if (type === 'RowKindUndone') return null
    const { at: since, ...ruling } = data
    return { kindId, ...ruling, since }
  },
}
