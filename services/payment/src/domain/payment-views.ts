import { type Doubt, type EvidenceState, type Shillings, wordsOf } from '@tuma/contracts/vocabulary'
import type { View } from '@tuma/platform/domain'
import { type PaymentChange, type PaymentEvent, paymentStream } from './payment.ts'

const paymentIdIn = (stream: string): string[] => [stream.slice(paymentStream('').length)]

export type PaymentRow = {
  readonly paymentId: string
  /** Null also where it is nobody's. */
  readonly payerKey: string | null
  /** Only where the sender's name is enough to find it. */
  readonly nameKey: string | null
  /** Empty where it is nobody's. */
  readonly reference: string
  readonly amount: Shillings
  readonly paidAt: string
  readonly claimedAt: string
  readonly usedBy: string | null
}

const nobodys = { payerKey: null, nameKey: null, reference: '' }

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
  idsOf: ({ stream }) => paymentIdIn(stream),
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
      case 'PaymentSeen': {
        const amount = Math.floor(data.cents / 100)
        if (row) return data.counts ? { ...row, amount } : row
        return { paymentId, ...nobodys, amount, paidAt: data.paidAt, claimedAt: data.at, usedBy: null }
      }
      case 'PaymentBound': {
        const { payer, reference, at } = data
        const nameKey = payer.cookieless ? payer.nameKey : null
        return row && { ...row, payerKey: payer.key, nameKey, reference, claimedAt: at }
      }
      case 'PaymentUnbound':
        return row && { ...row, ...nobodys }
      case 'PaymentConfirmed':
      case 'PaymentDoubted':
      case 'PaymentCleared':
      case 'PaymentReversed':
        return row
    }
  },
}

/** What admins look for: what nobody can pay with until somebody has looked comes before what is merely unused. */
export type Standing = 'doubted' | 'unclaimed' | 'unused' | 'used'

export type HeldRow = {
  readonly paymentId: string
  readonly state: EvidenceState
  readonly standing: Standing
  readonly doubt: Doubt | null
  readonly reversed: boolean
  readonly letPass: boolean
  readonly confirmed: boolean
  readonly claimed: boolean
  readonly usedBy: string | null
  /** By which receipt, reference and name (as keyed hashes) it is found. */
  readonly receipt: string
  readonly reference: string
  readonly senderWords: readonly { readonly word: string }[]
  readonly words: readonly string[]
  readonly heardAt: string
}

/** Where the evidence stands. */
export const stateOf = ({
  reversed,
  doubt,
  confirmed,
}: Pick<HeldRow, 'reversed' | 'doubt' | 'confirmed'>): EvidenceState => {
  if (reversed) return 'reversed'
  if (doubt) return doubt === 'overdue' ? 'overdue' : 'mismatched'
  return confirmed ? 'confirmed' : 'shown'
}
const standingOf = (row: Pick<HeldRow, 'reversed' | 'doubt' | 'letPass' | 'claimed' | 'usedBy'>): Standing => {
  if ((row.reversed || row.doubt) && !row.letPass) return 'doubted'
  if (!row.claimed) return 'unclaimed'
  return row.usedBy === null ? 'unused' : 'used'
}

type Facts = Omit<HeldRow, 'state' | 'standing' | 'words'>
const found = (facts: Facts): HeldRow => ({
  ...facts,
  state: stateOf(facts),
  standing: standingOf(facts),
  words: [...wordsOf(facts.receipt), ...wordsOf(facts.reference), ...facts.senderWords.map(({ word }) => word)],
})

const begun = (paymentId: string, receipt: string, heardAt: string): Facts => ({
  paymentId,
  doubt: null,
  reversed: false,
  letPass: false,
  confirmed: false,
  claimed: false,
  usedBy: null,
  receipt,
  reference: '',
  senderWords: [],
  heardAt,
})
const claimedWith = (reference: string, words: readonly string[] = []) => ({
  claimed: true,
  reference,
  senderWords: words.map((word) => ({ word })),
})

const factsAfter = (row: HeldRow | null, event: PaymentEvent, paymentId: string): Facts | null => {
  if (event.type === 'PaymentClaimed') {
    const { code, claimedAt, reference, senderWords } = event.data
    return { ...begun(paymentId, code, claimedAt), ...claimedWith(reference, senderWords) }
  }
  if (event.type === 'PaymentSeen') return row ?? begun(paymentId, event.data.code, event.data.at)
  return row && changed(row, event)
}

const changed = (row: HeldRow, { type, data }: PaymentChange): Facts => {
  switch (type) {
    case 'PaymentMoved':
      return { ...row, reference: data.reference }
    case 'PaymentUsed':
      return { ...row, usedBy: data.deliveryId }
    case 'PaymentReleased':
      return { ...row, usedBy: null }
    case 'PaymentBound':
      return { ...row, ...claimedWith(data.reference, data.senderWords) }
    case 'PaymentUnbound':
      return { ...row, claimed: false, reference: '', senderWords: [] }
    case 'PaymentConfirmed':
      return { ...row, confirmed: true }
    case 'PaymentDoubted':
      return { ...row, doubt: data.because, letPass: false }
    case 'PaymentCleared':
      return data.by === 'admin' ? { ...row, letPass: true } : { ...row, doubt: null }
    case 'PaymentReversed':
      return { ...row, reversed: true, letPass: false }
  }
}

/** Every payment by what admins look for, those heard of last first. Names stand in the events alone. */
export const heldView: View<PaymentEvent, HeldRow> = {
  collection: {
    name: 'held-payments-v1',
    shape: {
      paymentId: 'text',
      state: 'text',
      standing: 'text',
      doubt: 'text or null',
      reversed: 'boolean',
      letPass: 'boolean',
      confirmed: 'boolean',
      claimed: 'boolean',
      usedBy: 'text or null',
      receipt: 'text',
      reference: 'text',
      senderWords: { each: { word: 'text' } },
      words: { each: 'text' },
      heardAt: 'text',
    },
    fields: { state: 'text', standing: 'text', heardAt: 'text', usedBy: 'text' },
    indexes: [['standing'], ['state'], ['usedBy']],
    counted: [['standing'], ['state']],
    words: 'words',
    sortBy: 'heardAt',
  },
  idsOf: ({ stream }) => paymentIdIn(stream),
  project: (row, event, paymentId) => {
    const facts = factsAfter(row, event, paymentId)
    return facts && found(facts)
  },
}
