import { type Doubt, type EvidenceState, isProof, type Shillings, wordsOf } from '@tuma/contracts/vocabulary'
import type { View } from '@tuma/platform/domain'
import { isOfAnotherDay } from './message/mpesa-message.ts'
import {
  isSumming,
  type Payer,
  type PaymentChange,
  type PaymentEvent,
  type PaymentSummed,
  paymentStream,
} from './payment.ts'

const paymentIdIn = (stream: string): string[] => [stream.slice(paymentStream('').length)]

export type PaymentRow = {
  readonly paymentId: string
  /** Null also where it has no owner. */
  readonly payerKey: string | null
  /** Only where the sender's name is enough to find it. */
  readonly nameKey: string | null
  /** Empty where it has no owner. */
  readonly reference: string
  /** With all that was poured in, without what was paid back. */
  readonly amount: Shillings
  /** Its own cents, and what was added since. */
  readonly cents: number
  readonly more: number
  readonly paidAt: string
  readonly claimedAt: string
  /** When its payer got it for this reference; `claimedAt` may be earlier, where a prompt asked for it. */
  readonly heldSince: string
  readonly usedBy: string | null
  /** The payment that it was poured into; then it is not found by itself. */
  readonly addedTo: string | null
  /** A report in M-Pesa's name exists; false with a message alone (`isTold`). */
  readonly told: boolean
}

const nobodys = { payerKey: null, nameKey: null, reference: '' }

const unused = { more: 0, usedBy: null, addedTo: null, told: false }
const worth = (row: Omit<PaymentRow, 'amount'>): PaymentRow => ({
  ...row,
  amount: Math.floor((row.cents + row.more) / 100),
})

const toKeys = ({ key, nameKey, cookieless }: Payer) => ({ payerKey: key, nameKey: cookieless ? nameKey : null })

const summedRow = (row: PaymentRow, { type, data }: PaymentSummed): PaymentRow => {
  switch (type) {
    case 'PaymentAdded':
      return { ...row, addedTo: data.into }
    case 'PaymentReturned':
      return { ...row, addedTo: null }
    case 'PaymentToppedUp':
      return worth({ ...row, more: row.more + data.cents })
    case 'PaymentRefunded':
      return worth({ ...row, more: row.more - data.cents })
    case 'PaymentTopUpProven':
    case 'PaymentTopUpDeclined':
    case 'RefundRefused':
      return row
  }
}

export const paymentsView: View<PaymentEvent, PaymentRow> = {
  whenDamaged: 'refuses',
  collection: {
    name: 'payments-v4',
    shape: {
      paymentId: 'text',
      payerKey: 'text or null',
      nameKey: 'text or null',
      reference: 'text',
      amount: 'number',
      cents: 'number',
      more: 'number',
      paidAt: 'text',
      claimedAt: 'text',
      heldSince: 'text',
      usedBy: 'text or null',
      addedTo: 'text or null',
      told: 'boolean',
    },
    fields: { payerKey: 'text', nameKey: 'text', reference: 'text', claimedAt: 'text' },
    indexes: [
      ['payerKey', 'reference'],
      ['nameKey', 'reference'],
    ],
    unlisted: true,
    sortBy: 'claimedAt',
  },
  getIds: ({ stream }) => paymentIdIn(stream),
  project: (row, event, paymentId) => {
    if (isSumming(event)) return row && summedRow(row, event)
    const { type, data } = event
    switch (type) {
      case 'PaymentClaimed': {
        const { payer, reference, amount, paidAt, claimedAt, quotedAt = claimedAt } = data
        const whose = { ...toKeys(payer), reference, claimedAt: quotedAt, heldSince: claimedAt }
        return worth({ paymentId, ...whose, ...unused, cents: 100 * amount, paidAt })
      }
      case 'PaymentPromised': {
        const { amount, at, deliveryId: usedBy } = data
        const heard = { paidAt: at, claimedAt: at, heldSince: at }
        return worth({ paymentId, ...nobodys, ...unused, cents: 100 * amount, ...heard, usedBy })
      }
      case 'PaymentMoved':
        return row && { ...row, reference: data.reference, heldSince: data.movedAt }
      case 'PaymentUsed':
        return row && { ...row, usedBy: data.deliveryId }
      case 'PaymentReleased':
        return row && { ...row, usedBy: null }
      case 'PaymentSeen': {
        const { cents, counts, paidAt, at } = data
        if (row) return { ...(counts ? worth({ ...row, cents }) : row), told: true }
        return worth({ paymentId, ...nobodys, ...unused, cents, paidAt, claimedAt: at, heldSince: at, told: true })
      }
      case 'PaymentBound': {
        const { payer, reference, quotedAt, at } = data
        return row && { ...row, ...toKeys(payer), reference, claimedAt: quotedAt ?? at, heldSince: at }
      }
      case 'PaymentWithdrawn':
        return row && { ...row, usedBy: null }
      case 'PaymentUnbound':
        return row && { ...row, ...nobodys }
      case 'PaymentUnserved':
      case 'PaymentPaidIn':
      case 'PaymentConfirmed':
      case 'PaymentDoubted':
      case 'PaymentCleared':
      case 'PaymentReversed':
      case 'PaymentReversalDated':
        return row
    }
  },
}

/** The lists of admins: payments that can not be used before an admin has looked come before unused ones. */
export type Standing = 'doubted' | 'unclaimed' | 'unused' | 'added' | 'owed' | 'used'

export type HeldRow = {
  readonly paymentId: string
  readonly state: EvidenceState
  readonly standing: Standing
  readonly doubt: Doubt | null
  readonly reversed: boolean
  readonly letPass: boolean
  readonly confirmed: boolean
  /** A confirmation without proof reported it. */
  readonly unchecked: boolean
  /** Such a confirmation has another amount than was known. */
  readonly contradicted: boolean
  /** Whether an admin should look at what such a confirmation said. */
  readonly checking: 'open' | 'none'
  readonly claimed: boolean
  readonly usedBy: string | null
  readonly addedTo: string | null
  /** The agent whose cash it is; null where it was not paid in. */
  readonly paidIn: string | null
  /** For the sum that is owed, in cents: its own, and the proven part of what was added since, less refunds. */
  readonly cents: number
  readonly more: number
  readonly fee: Shillings | null
  readonly unserved: boolean
  /** The receipt, reference and name (as keyed hashes) by which it is found. */
  readonly receipt: string
  readonly reference: string
  readonly senderWords: readonly { readonly word: string }[]
  readonly words: readonly string[]
  readonly heardAt: string
}

/** The state by its evidence. */
export const getState = ({
  reversed,
  doubt,
  confirmed,
  unchecked,
}: Pick<HeldRow, 'reversed' | 'doubt' | 'confirmed' | 'unchecked'>): EvidenceState => {
  if (reversed) return 'reversed'
  if (doubt) return doubt === 'overdue' ? 'overdue' : 'mismatched'
  if (confirmed) return 'confirmed'
  return unchecked ? 'unchecked' : 'shown'
}
const computeUse = (row: Facts): Standing => {
  if ((row.reversed || row.doubt) && !row.letPass) return 'doubted'
  if (row.addedTo !== null) return 'added'
  if (row.paidIn !== null) return 'used'
  if (row.usedBy === null) return row.claimed ? 'unused' : 'unclaimed'
  return isOwed(row) ? 'owed' : 'used'
}
/** Only proven money is owed. */
const isOwed = ({ cents, more, fee, unserved, reversed, confirmed }: Facts): boolean => {
  const there = (confirmed && !reversed ? cents : 0) + more
  return unserved ? there > 0 : fee !== null && there > 100 * fee
}

type Facts = Omit<HeldRow, 'state' | 'standing' | 'checking' | 'words'>
const found = (facts: Facts): HeldRow => ({
  ...facts,
  state: getState(facts),
  standing: computeUse(facts),
  checking: getState(facts) === 'unchecked' || facts.contradicted ? 'open' : 'none',
  words: [...wordsOf(facts.receipt), ...wordsOf(facts.reference), ...facts.senderWords.map(({ word }) => word)],
})

const begun = (paymentId: string, receipt: string, heardAt: string): Facts => ({
  paymentId,
  doubt: null,
  reversed: false,
  letPass: false,
  confirmed: false,
  unchecked: false,
  contradicted: false,
  claimed: false,
  usedBy: null,
  addedTo: null,
  paidIn: null,
  cents: 0,
  more: 0,
  fee: null,
  unserved: false,
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
    const { code, amount, claimedAt, reference, senderWords } = event.data
    const doubt = isOfAnotherDay(event.data) ? ('code_date' as const) : null
    const claim = claimedWith(reference, senderWords)
    return { ...begun(paymentId, code, claimedAt), cents: 100 * amount, doubt, ...claim }
  }
  if (event.type === 'PaymentPromised') {
    const { code, at, amount: fee, deliveryId: usedBy } = event.data
    return { ...begun(paymentId, code, at), cents: 100 * fee, fee, usedBy }
  }
  if (event.type === 'PaymentSeen') {
    const { code, at } = event.data
    return told(row ?? begun(paymentId, code, at), row !== null, event.data)
  }
  return row && changed(row, event)
}

const told = (
  known: Facts,
  wasKnown: boolean,
  { by, cents, counts }: Extract<PaymentEvent, { type: 'PaymentSeen' }>['data'],
): Facts => {
  if (!isProof(by)) return wasKnown ? withUnchecked(known, cents) : { ...known, cents, unchecked: true }
  const settled = { ...known, contradicted: by === 'statement' ? false : known.contradicted }
  return counts || !wasKnown ? { ...settled, cents } : settled
}

/** Known facts stay: at most an admin looks at it. */
const withUnchecked = (row: Facts, cents: number): Facts => {
  const isPromise = !row.confirmed && !row.claimed && !row.unchecked
  const isAnother = Math.floor(cents / 100) !== Math.floor(row.cents / 100)
  const differs = row.confirmed ? cents !== row.cents : isPromise ? cents < row.cents : isAnother
  return { ...row, unchecked: true, contradicted: row.contradicted || differs }
}

const changed = (row: HeldRow, { type, data }: PaymentChange | PaymentSummed): Facts => {
  switch (type) {
    case 'PaymentMoved':
      return { ...row, reference: data.reference }
    case 'PaymentUsed':
      return { ...row, usedBy: data.deliveryId, fee: data.fee ?? null }
    case 'PaymentReleased':
      return { ...row, usedBy: null, fee: null }
    case 'PaymentPaidIn':
      return { ...row, paidIn: data.drawer }
    case 'PaymentUnserved':
      // A payment beforehand for a parcel that came back may be refunded, and is not owed.
      return data.because === 'returned' && row.claimed ? row : { ...row, unserved: true }
    case 'PaymentAdded':
      return { ...row, addedTo: data.into }
    case 'PaymentReturned':
      return { ...row, addedTo: null }
    case 'PaymentToppedUp':
      return data.proven ? { ...row, more: row.more + data.cents } : row
    case 'PaymentTopUpProven':
      return { ...row, more: row.more + data.cents }
    case 'PaymentRefunded':
      return { ...row, more: row.more - data.cents }
    case 'PaymentTopUpDeclined':
    case 'RefundRefused':
      return row
    case 'PaymentBound':
      return { ...row, ...claimedWith(data.reference, data.senderWords), paidIn: null }
    case 'PaymentWithdrawn': {
      const free = { usedBy: null, fee: null, doubt: null, letPass: false }
      // Only an agent's word has told its amount.
      return row.confirmed ? { ...row, ...free } : { ...row, ...free, cents: 0, unchecked: false, contradicted: false }
    }
    case 'PaymentUnbound':
      return { ...row, claimed: false, reference: '', senderWords: [], paidIn: null }
    case 'PaymentConfirmed':
      // M-Pesa has reported it after all: only its code was odd.
      return { ...row, confirmed: true, doubt: row.doubt === 'code_date' ? null : row.doubt }
    case 'PaymentDoubted':
      return { ...row, doubt: data.because, letPass: false }
    case 'PaymentCleared':
      return data.by === 'admin' ? { ...row, letPass: true } : { ...row, doubt: null }
    case 'PaymentReversed':
      return { ...row, reversed: true, letPass: false }
    case 'PaymentReversalDated':
      return row
  }
}

/** Every payment with the fields that admins search by, the newest first. Names are in the events alone. */
export const heldView: View<PaymentEvent, HeldRow> = {
  whenDamaged: 'refuses',
  collection: {
    name: 'held-payments-v5',
    shape: {
      paymentId: 'text',
      state: 'text',
      standing: 'text',
      doubt: 'text or null',
      reversed: 'boolean',
      letPass: 'boolean',
      confirmed: 'boolean',
      unchecked: 'boolean',
      contradicted: 'boolean',
      checking: 'text',
      claimed: 'boolean',
      usedBy: 'text or null',
      addedTo: 'text or null',
      paidIn: 'text or null',
      cents: 'number',
      more: 'number',
      fee: 'number or null',
      unserved: 'boolean',
      receipt: 'text',
      reference: 'text',
      senderWords: { each: { word: 'text' } },
      words: { each: 'text' },
      heardAt: 'text',
    },
    fields: { state: 'text', standing: 'text', checking: 'text', heardAt: 'text', usedBy: 'text' },
    indexes: [['standing'], ['state'], ['checking'], ['usedBy']],
    counted: [['standing'], ['state'], ['checking']],
    words: 'words',
    sortBy: 'heardAt',
  },
  getIds: ({ stream }) => paymentIdIn(stream),
  project: (row, event, paymentId) => {
    const facts = factsAfter(row, event, paymentId)
    return facts && found(facts)
  },
}
