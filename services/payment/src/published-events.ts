import { paymentEvents } from '@tuma/contracts/events'
import { type Announcement, announce, type Recorded } from '@tuma/platform/event-sourcing'
import { type OutgoingEvent, outgoingStream } from './domain/outgoing/outgoing.ts'
import { paymentStream } from './domain/payment.ts'
import { promptStream, stateAfter } from './domain/prompt/prompt.ts'
import { type ReminderEvent, reminderStream } from './domain/reminder.ts'
import { type MovementEvent, movementStream } from './domain/statement/till-movement.ts'
import type { StoredDomainEvent } from './stored-events.ts'

/** What other services may know: ids, cents, evidence and time. The owner of the money is not published. */
export const announced = (event: Recorded<StoredDomainEvent>): Announcement | null => {
  const { stream } = event
  if (event.type === 'TakingsSummed') return announce(paymentEvents.takingsSummed, event.data)
  if (stream.startsWith(paymentStream(''))) return ofPayment(event, stream.slice(paymentStream('').length))
  if (stream.startsWith(movementStream(''))) return ofMovement(event as Recorded<MovementEvent>)
  if (stream.startsWith(outgoingStream(''))) return ofOutgoing(event as Recorded<OutgoingEvent>)
  if (stream.startsWith(reminderStream(''))) return ofReminder(event as Recorded<ReminderEvent>)
  if (!stream.startsWith(promptStream(''))) return null
  const state = stateAfter(event as never)
  const promptId = stream.slice(promptStream('').length)
  return state && announce(paymentEvents.promptChanged, { promptId, state, at: event.metadata.at })
}

const ofReminder = ({ data: { paymentId, at } }: Recorded<ReminderEvent>): Announcement =>
  announce(paymentEvents.leftUnused, { paymentId, at })

const ofOutgoing = ({ stream, type, data, metadata: { at } }: Recorded<OutgoingEvent>): Announcement | null => {
  const outgoingId = stream.slice(outgoingStream('').length)
  if (type === 'OutgoingClaimed') {
    const { of, id, cents } = data
    return announce(paymentEvents.outgoingClaimed, { outgoingId, of, id, cents, at })
  }
  if (type !== 'OutgoingPaid') return null
  const { of, id, cents, deliveryIds } = data
  return announce(paymentEvents.paidOut, { outgoingId, of, id, cents, deliveryIds: [...deliveryIds], at })
}

/**
 * A row may be published more than once: an opening balance by its difference, another kind after the opposite of the
 * first.
 */
const ofMovement = ({
  stream,
  revision,
  type,
  data,
  metadata: { at },
}: Recorded<MovementEvent>): Announcement | null => {
  const movementId = stream.slice(movementStream('').length)
  const rowId = revision === 0 ? movementId : `${movementId}-${revision}`
  if (type === 'TillMoved') {
    const { kind, paymentId, outgoingId, cents, movedAt } = data
    const outgoing = outgoingId === null ? {} : { outgoingId }
    return announce(paymentEvents.tillMoved, { rowId, kind, paymentId, ...outgoing, cents, movedAt, at })
  }
  if (type !== 'TillMoveExplained') return null
  const { cents, movedAt } = data
  return announce(paymentEvents.tillMoved, { rowId, kind: 'not_ours', paymentId: null, cents, movedAt, at })
}

const ofPayment = (event: Recorded<StoredDomainEvent>, paymentId: string): Announcement | null => {
  const about = { paymentId, at: event.metadata.at }
  switch (event.type) {
    case 'PaymentClaimed': {
      const { amount, paidAt } = event.data
      return announce(paymentEvents.seen, { ...about, by: 'message', cents: 100 * amount, paidAt, claimed: true })
    }
    case 'PaymentSeen': {
      const { by, cents, paidAt, claimed } = event.data
      return announce(paymentEvents.seen, { ...about, by, cents, paidAt, claimed })
    }
    case 'PaymentConfirmed':
      return announce(paymentEvents.confirmed, {
        ...{ ...about, by: event.data.by, cents: event.data.cents, valueAt: event.data.paidAt },
      })
    case 'PaymentDoubted':
      return announce(paymentEvents.doubted, {
        ...about,
        deliveryId: event.data.deliveryId,
        because: event.data.because,
      })
    case 'PaymentCleared':
      return announce(paymentEvents.cleared, { ...about, deliveryId: event.data.deliveryId, by: event.data.by })
    case 'PaymentReversed':
      return announce(paymentEvents.reversed, {
        ...about,
        deliveryId: event.data.deliveryId,
        cents: event.data.cents,
        valueAt: event.data.reversedAt,
      })
    case 'PaymentReversalDated':
      return announce(paymentEvents.reversalDated, { ...about, valueAt: event.data.reversedAt })
    case 'PaymentBound':
      return announce(paymentEvents.claimed, { ...about, claimed: true })
    case 'PaymentPaidIn':
      return announce(paymentEvents.claimed, { ...about, claimed: false, payIn: { drawer: event.data.drawer } })
    case 'PaymentUnbound':
      return announce(paymentEvents.claimed, { ...about, claimed: false })
    case 'PaymentWithdrawn':
      return announce(paymentEvents.withdrawn, { ...about, deliveryId: event.data.deliveryId })
    case 'PaymentToppedUp':
      return announce(paymentEvents.toppedUp, { ...about, by: event.data.by, cents: event.data.cents })
    case 'PaymentRefunded': {
      const { refundId, deliveryId, cents } = event.data
      return announce(paymentEvents.refunded, { ...about, refundId, deliveryId, cents })
    }
    default:
      return null
  }
}
