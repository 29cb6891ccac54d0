import { Refused, type TillMove } from '@tuma/contracts/vocabulary'
import type { Decider, DomainEvent } from '@tuma/platform/domain'
import type { Reason } from './payment.ts'

/** A row of a statement that is no customer's payment; its id is a keyed hash of receipt, kind and direction. */
export const movementStream = (movementId: string): string => `movement-${movementId}`

export type MovementEvent =
  /** The till has so many cents more, or less. What stood there before the first statement may be said anew: it is what differs then. */
  | DomainEvent<
      'TillMoved',
      {
        readonly kind: Exclude<TillMove, 'not_ours'>
        /** Of the payment that a charge was taken for. */
        readonly paymentId: string | null
        readonly cents: number
        readonly movedAt: string
        readonly at: string
      }
    >
  /** Nobody knows what this row is. */
  | DomainEvent<
      'TillMoveUnclear',
      { readonly receipt: string; readonly cents: number; readonly movedAt: string; readonly at: string }
    >
  /** By an admin: it is none of Tuma's. */
  | DomainEvent<
      'TillMoveExplained',
      { readonly note: Reason; readonly cents: number; readonly movedAt: string; readonly at: string }
    >

export type Movement = {
  /** Of all that was said of it. */
  readonly cents: number
  readonly movedAt: string
  readonly unclear: boolean
}

export type MovementCommand =
  | ({ readonly type: 'MoveTill' } & Extract<MovementEvent, { type: 'TillMoved' }>['data'])
  | ({ readonly type: 'WonderAtRow' } & Extract<MovementEvent, { type: 'TillMoveUnclear' }>['data'])
  | { readonly type: 'ExplainRow'; readonly note: Reason; readonly at: string }

export const movement: Decider<Movement | null, MovementCommand, MovementEvent> = {
  initialState: null,
  decide: (command, state) => {
    switch (command.type) {
      case 'MoveTill': {
        const { type: _, ...data } = command
        if (!state) return data.cents === 0 ? [] : [{ type: 'TillMoved', data }]
        return data.kind === 'opening' ? openedAgain(data, state) : []
      }
      case 'WonderAtRow': {
        const { type: _, ...data } = command
        return state ? [] : [{ type: 'TillMoveUnclear', data }]
      }
      case 'ExplainRow': {
        if (!state) throw new Refused('not_found')
        const { note, at } = command
        const { cents, movedAt } = state
        return state.unclear ? [{ type: 'TillMoveExplained', data: { note, cents, movedAt, at } }] : []
      }
    }
  },
  evolve: (state, { type, data }) => {
    const { cents, movedAt } = data
    switch (type) {
      case 'TillMoved':
        return { cents: (state?.cents ?? 0) + cents, movedAt, unclear: false }
      case 'TillMoveUnclear':
        return { cents, movedAt, unclear: true }
      case 'TillMoveExplained':
        return state && { ...state, unclear: false }
    }
  },
}

type Moved = Extract<MovementEvent, { type: 'TillMoved' }>['data']

/** What differs; from another day on, all of it is taken back from the old one. */
const openedAgain = (data: Moved, { cents, movedAt }: Movement): MovementEvent[] => {
  const by = (more: number, at = data.movedAt): MovementEvent[] =>
    more === 0 ? [] : [{ type: 'TillMoved', data: { ...data, cents: more, movedAt: at } }]
  if (movedAt === data.movedAt) return by(data.cents - cents)
  return [...by(-cents, movedAt), ...by(data.cents)]
}

/** Of a payment that a statement has left for somebody to look at: somebody has. */
export const lookedAtStream = (paymentId: string): string => `looked-${paymentId}`
export type LookedAtEvent = DomainEvent<'DifferenceExplained', { readonly note: Reason; readonly at: string }>
export type ExplainDifference = { readonly type: 'ExplainDifference' } & LookedAtEvent['data']

export const lookedAt: Decider<'explained' | null, ExplainDifference, LookedAtEvent> = {
  initialState: null,
  decide: ({ type: _, ...data }, explained) => (explained ? [] : [{ type: 'DifferenceExplained', data }]),
  evolve: () => 'explained',
}
