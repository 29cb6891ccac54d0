import type { Shillings } from '@tuma/contracts/vocabulary'
import type { View } from '@tuma/platform/domain'
import { type PaymentEvent, paymentStream } from './payment.ts'

export type PaymentRow = {
  readonly paymentId: string
  readonly payerKey: string | null
  /** Only where the sender's name is enough to find it. */
  readonly nameKey: string | null
  readonly reference: string
  readonly amount: Shillings
  readonly paidAt: string
  readonly claimedAt: string
  readonly usedBy: string | null
}

export const paymentsView: View<PaymentEvent, PaymentRow> = {
  collection: {
    name: 'payments-v1',
    shape: {
      paymentId: 'text',
      payerKey: 'text or null',
      nameKey: 'text or null',
      reference: 'text',
      amount: 'number',
      paidAt: 'text',
      claimedAt: 'text',
      usedBy: 'text or null',
    },
    fields: { payerKey: 'text', nameKey: 'text', reference: 'text', claimedAt: 'text' },
    indexes: [
      ['payerKey', 'reference'],
      ['nameKey', 'reference'],
    ],
    unlisted: true,
    sortBy: 'claimedAt',
  },
  idsOf: ({ stream }) => [stream.slice(paymentStream('').length)],
  project: (row, { type, data }, paymentId) => {
    switch (type) {
      case 'PaymentClaimed': {
        const { payer, reference, amount, paidAt, claimedAt } = data
        const nameKey = payer.cookieless ? payer.nameKey : null
        return { paymentId, payerKey: payer.key, nameKey, reference, amount, paidAt, claimedAt, usedBy: null }
      }
      case 'PaymentMoved':
        return row && { ...row, reference: data.reference }
      case 'PaymentUsed':
        return row && { ...row, usedBy: data.deliveryId }
      case 'PaymentReleased':
        return row && { ...row, usedBy: null }
    }
  },
}
