import { dayOfReceipt, type EatDay, getEatDay } from '@tuma/contracts/vocabulary'
import type { View } from '@tuma/platform/domain'
import { type LookedAtEvent, lookedAtStream } from '../statement/looked-at.ts'
import { type MovementEvent, movementStream } from '../statement/till-movement.ts'
import { type OutgoingEvent, outgoingStream } from './outgoing.ts'

/** `unstated` is work only where a whole statement covers its day. */
export type OutgoingWork = 'unstated' | 'unnoted' | 'differs' | 'none'

/** One receipt of money that left: what was noted in Tuma, and what the statements say. Without name and phone. */
export type OutgoingStatedRow = {
  readonly outgoingId: string
  readonly receipt: string
  /** The day of the receipt where it is noted, else of the statement's row. */
  readonly day: EatDay
  /** Cents of the payout or refund; null where none names this receipt. */
  readonly notedCents: number | null
  /** Whether the payout or refund is noted, and not only claimed. */
  readonly paid: boolean
  /** Cents that rows *paid out to a person* took from the till; 0 without such rows. */
  readonly statedCents: number
  readonly movedAt: string | null
  /** An admin has looked at the current figures. */
  readonly explained: boolean
  readonly work: OutgoingWork
}

type Facts = Omit<OutgoingStatedRow, 'work'>

const getWork = ({ notedCents, paid, statedCents, explained }: Facts): OutgoingWork => {
  if (explained) return 'none'
  if (notedCents === null) return 'unnoted'
  if (!paid) return 'none'
  if (statedCents === 0) return 'unstated'
  return statedCents === notedCents ? 'none' : 'differs'
}

const begun = (outgoingId: string, receipt: string, day: EatDay): Omit<Facts, 'explained'> => ({
  ...{ outgoingId, receipt, day, notedCents: null, paid: false, statedCents: 0, movedAt: null },
})

type Told = OutgoingEvent | MovementEvent | LookedAtEvent

/** An explained difference is open again when either side changes. */
const factsAfter = (row: OutgoingStatedRow | null, event: Told, outgoingId: string): Facts | null => {
  switch (event.type) {
    case 'OutgoingClaimed': {
      const { receipt, cents: notedCents, at } = event.data
      const day = dayOfReceipt(receipt) ?? getEatDay(at)
      return { ...(row ?? begun(outgoingId, receipt, day)), day, notedCents, paid: false, explained: false }
    }
    case 'OutgoingPaid':
      return row && { ...row, paid: true }
    case 'OutgoingReleased':
      return row && { ...row, notedCents: null, paid: false, explained: false }
    case 'TillMoved': {
      const { receipt, cents, movedAt } = event.data
      const known = row ?? begun(outgoingId, receipt ?? '', getEatDay(movedAt))
      return { ...known, statedCents: known.statedCents - cents, movedAt, explained: false }
    }
    case 'DifferenceExplained':
      return row && { ...row, explained: true }
    default:
      return row
  }
}

const idIn = (stream: string, before: string): string[] =>
  stream.startsWith(before) ? [stream.slice(before.length)] : []

/** Money that left: the notes of payouts and refunds and the rows of statements, in any order. */
export const outgoingStatedView: View<Told, OutgoingStatedRow> = {
  whenDamaged: 'refuses',
  collection: {
    name: 'outgoing-stated-v1',
    shape: {
      outgoingId: 'text',
      receipt: 'text',
      day: 'text',
      notedCents: 'number or null',
      paid: 'boolean',
      statedCents: 'number',
      movedAt: 'text or null',
      explained: 'boolean',
      work: 'text',
    },
    fields: { work: 'text', day: 'text' },
    indexes: [['work']],
    counted: [['work']],
    unlisted: true,
    sortBy: 'day',
  },
  getIds: (event) => {
    const { stream } = event
    if (!stream.startsWith(movementStream('')))
      return [...idIn(stream, outgoingStream('')), ...idIn(stream, lookedAtStream(''))]
    return event.type === 'TillMoved' && event.data.outgoingId !== null ? [event.data.outgoingId] : []
  },
  project: (row, event, outgoingId) => {
    const facts = factsAfter(row, event, outgoingId)
    if (!facts || (facts.notedCents === null && facts.statedCents === 0)) return null
    return { ...facts, work: getWork(facts) }
  },
}
