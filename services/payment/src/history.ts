import { whoDid } from '@tuma/contracts/services'
import type { Recorded } from '@tuma/platform/event-sourcing'
import type { PaymentEvent } from './domain/payment.ts'

/** The history of a payment for an admin. The owner is shown beside it, and in none of these entries. */
export const getEntry = (event: Recorded<PaymentEvent>) => {
  const { at, correlationId, actor } = event.metadata
  return { at, type: event.type, by: whoDid(actor), correlationId, details: toDetails(event) }
}

const toDetails = ({ type, data }: PaymentEvent): Record<string, string> => {
  switch (type) {
    case 'PaymentClaimed':
      return { receipt: data.code, amount: `${data.amount}`, paymentReference: data.reference }
    case 'PaymentPromised':
      return { receipt: data.code, amount: `${data.amount}`, delivery: data.deliveryId }
    case 'PaymentMoved':
      return { paymentReference: data.reference }
    case 'PaymentPaidIn':
      return {}
    case 'PaymentUsed':
      return { delivery: data.deliveryId }
    case 'PaymentReleased':
      return { delivery: data.deliveryId }
    case 'PaymentUnserved':
      return { delivery: data.deliveryId, because: data.because }
    case 'PaymentToppedUp':
    case 'PaymentTopUpProven':
      return { amount: inShillings(data.cents) }
    case 'PaymentAdded':
    case 'PaymentTopUpDeclined':
    case 'PaymentReturned':
    case 'PaymentReversalDated':
    case 'RefundRefused':
      return {}
    case 'PaymentRefunded':
      return { amount: inShillings(data.cents), receipt: data.receipt, reason: data.note.reason }
    case 'PaymentSeen':
      return { evidence: data.by, receipt: data.code, amount: inShillings(data.cents) }
    case 'PaymentConfirmed':
      return { evidence: data.by, amount: inShillings(data.cents) }
    case 'PaymentBound':
      return { by: data.by, paymentReference: data.reference, ...(data.note ? { reason: data.note.reason } : {}) }
    case 'PaymentWithdrawn':
      return { delivery: data.deliveryId, reason: data.note.reason }
    case 'PaymentUnbound':
      return { reason: data.note.reason }
    case 'PaymentDoubted':
      return { because: data.because, ...(data.deliveryId ? { delivery: data.deliveryId } : {}) }
    case 'PaymentCleared':
      return { by: data.by, ...(data.note ? { reason: data.note.reason } : {}) }
    case 'PaymentReversed':
      return { amount: inShillings(data.cents) }
  }
}

/** As M-Pesa writes it: cents only where they are not zero. */
const inShillings = (cents: number): string => (cents % 100 === 0 ? `${cents / 100}` : (cents / 100).toFixed(2))
