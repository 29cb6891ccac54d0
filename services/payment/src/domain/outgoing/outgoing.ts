import {
  addDays,
  dayOfReceipt,
  type EatDay,
  getEatDay,
  isOutgoingReceipt,
  maxMpesaCents,
  type Outgoing,
  type OutgoingApproval,
  Refused,
} from '@tuma/contracts/vocabulary'
import type { Decider, DomainEvent } from '@tuma/platform/domain'
import type { Reason } from '../payment.ts'

/**
 * Money that left by M-Pesa. The id is a keyed hash of the receipt: one receipt is one stream, for payouts and refunds
 * together.
 */
export const outgoingStream = (outgoingId: string): string => `outgoing-${outgoingId}`

/** The person whose key seals the payee of a payout without an account: the sender of that parcel. */
export const payeeOfDelivery = (deliveryId: string): string => `payee:${deliveryId}`

/** The person for a payee who is erased already: forgotten after thirty days. */
export const leftPayee = (outgoingId: string): string => `payee:${outgoingId}`

/** The receiver of the money at that time; null where unknown. */
export type Payee = { readonly personId: string; readonly name: string | null; readonly phone: string | null }

export type Claimed = {
  readonly of: Outgoing
  /** Id of the payout or the refund. */
  readonly id: string
  /** The creditor (`account:…`, `phone:…`), or the payment that is refunded. */
  readonly about: string
  readonly cents: number
  readonly receipt: string
  readonly payee: Payee
  /** Keyed hashes of the payee's phone and of the words of their name. */
  readonly payeeKey: string
  readonly payeeWords: readonly string[]
  /** The admin who noted it, and the one who approved it before the money left. */
  readonly by: string
  readonly approvedBy: string | null
  readonly approval: OutgoingApproval
  /** Why it was paid back; null for a payout. */
  readonly note: Reason | null
  readonly at: string
}

export type OutgoingEvent =
  /** Recorded before the payout or refund is noted: the receipt is taken from now on. */
  | DomainEvent<'OutgoingClaimed', Claimed>
  /** The payout or refund is noted, for these deliveries. */
  | DomainEvent<
      'OutgoingPaid',
      Pick<Claimed, 'of' | 'id' | 'cents'> & { readonly deliveryIds: readonly string[]; readonly at: string }
    >
  /** The payout or refund was refused: the receipt is free again. */
  | DomainEvent<'OutgoingReleased', { readonly id: string; readonly at: string }>
  /** Another admin has looked at money that left without approval. */
  | DomainEvent<'OutgoingApproved', { readonly by: string; readonly note: Reason | null; readonly at: string }>

export type OutgoingCommand =
  /** `dueAt`: when the money became due. It can not have been sent before. */
  | { readonly type: 'ClaimOutgoing'; readonly claim: Claimed; readonly dueAt: string }
  | {
      readonly type: 'FinishOutgoing'
      readonly id: string
      readonly deliveryIds: readonly string[]
      readonly at: string
    }
  | { readonly type: 'ReleaseOutgoing'; readonly id: string; readonly at: string }
  | { readonly type: 'ApproveOutgoing'; readonly by: string; readonly note: Reason | null; readonly at: string }

export type OutgoingState = Claimed & {
  readonly standing: 'claimed' | 'paid' | 'released'
  readonly deliveryIds: readonly string[]
}

/** M-Pesa's clock may be this far ahead of the server's, which goes wrong more often. */
const maxAheadMs = 60 * 60_000
/** The latest day that a receipt noted at this instant can carry. */
const latestDayAt = (at: string): EatDay => getEatDay(new Date(Date.parse(at) + maxAheadMs).toISOString())

/** @throws Refused receipt_taken, receipt_day, outgoing_too_large, bad_input (`reference`) */
const claim = (claimed: Claimed, dueAt: string, state: OutgoingState | null): OutgoingEvent[] => {
  const { id, receipt, cents, at } = claimed
  if (state && state.standing !== 'released') {
    if (state.id === id) return []
    throw new Refused('receipt_taken', { name: state.payee.name ?? '', day: getEatDay(state.at) })
  }
  if (!isOutgoingReceipt(receipt)) throw new Refused('bad_input', { field: 'reference' })
  const day = dayOfReceipt(receipt) ?? ''
  if (day < addDays(getEatDay(dueAt), -1) || day > latestDayAt(at)) throw new Refused('receipt_day', { day })
  if (cents > maxMpesaCents) throw new Refused('outgoing_too_large')
  return [{ type: 'OutgoingClaimed', data: claimed }]
}

const isOpen = (state: OutgoingState | null, id: string): boolean => state?.id === id && state.standing === 'claimed'

/** @throws Refused not_found; approval_own where the admin who noted it approves it */
const approve = (
  { by, note, at }: Extract<OutgoingCommand, { type: 'ApproveOutgoing' }>,
  state: OutgoingState | null,
): OutgoingEvent[] => {
  if (!state || state.standing === 'released') throw new Refused('not_found')
  if (state.approval !== 'missing') return []
  if (state.by === by) throw new Refused('approval_own')
  return [{ type: 'OutgoingApproved', data: { by, note, at } }]
}

const evolve = (state: OutgoingState | null, { type, data }: OutgoingEvent): OutgoingState | null => {
  if (type === 'OutgoingClaimed') return { ...data, standing: 'claimed', deliveryIds: [] }
  if (!state) return null
  if (type === 'OutgoingPaid') return { ...state, standing: 'paid', deliveryIds: data.deliveryIds }
  if (type === 'OutgoingReleased') return { ...state, standing: 'released' }
  return { ...state, approval: 'given', approvedBy: data.by }
}

export const outgoing: Decider<OutgoingState | null, OutgoingCommand, OutgoingEvent> = {
  initialState: null,
  evolve,
  decide: (command, state) => {
    switch (command.type) {
      case 'ClaimOutgoing':
        return claim(command.claim, command.dueAt, state)
      case 'FinishOutgoing': {
        const { id, deliveryIds, at } = command
        if (!state || !isOpen(state, id)) return []
        const { of, cents } = state
        return [{ type: 'OutgoingPaid', data: { of, id, cents, deliveryIds, at } }]
      }
      case 'ReleaseOutgoing': {
        const { id, at } = command
        return isOpen(state, id) ? [{ type: 'OutgoingReleased', data: { id, at } }] : []
      }
      case 'ApproveOutgoing':
        return approve(command, state)
    }
  },
}
