import type { Evidence, TillMove } from '@tuma/contracts/vocabulary'
import { balancesFrom, type DatedPosting, type Posting, postingsByTime } from './journal.ts'
import type { Claim, Sighting, Sums, Till } from './till.ts'

/**
 * How strong each kind of evidence is. An unchecked confirmation only shows money, as a message does, so the first of
 * the two counts.
 */
const rank: { readonly [By in Evidence]: number } = {
  message: 1,
  unchecked: 1,
  prompt: 2,
  confirmation: 3,
  statement: 4,
}

const before = (one: string | number, other: string | number) => (one < other ? -1 : one > other ? 1 : 0)

/** The most trusted sighting: the strongest kind, and the first of that kind. */
const best = (sightings: readonly Sighting[]): Sighting | undefined =>
  [...sightings].sort(
    (one, other) =>
      rank[other.by] - rank[one.by] ||
      before(one.at, other.at) ||
      before(one.cents, other.cents) ||
      before(one.valueAt, other.valueAt),
  )[0]

/** Whether the money has evidence that no payer can make up. */
export const isConfirmed = ({ confirmed, sightings }: Till): boolean =>
  confirmed !== null || sightings.some(({ by }) => by === 'statement')

/** The sum that counts, and when it was paid: by the statement, else as it was confirmed, else as it was shown. */
const startCounting = ({
  sightings,
  confirmed,
}: Till): { readonly cents: number; readonly valueAt: string } | undefined => {
  const told = best(sightings)
  return told?.by === 'statement' ? told : (confirmed ?? told)
}

const addUp = (sums: Sums): number => Object.values(sums).reduce((sum, { cents }) => sum + cents, 0)

const last = <One extends { readonly at: string }>(all: readonly One[]): One | undefined =>
  all.reduce<One | undefined>((latest, one) => (latest && latest.at >= one.at ? latest : one), undefined)

export const dues = ({ spent }: Till) =>
  Object.entries(spent).flatMap(([deliveryId, said]) => {
    const { due = null, agentId = null, at = '' } = last(said) ?? {}
    return due === null ? [] : [{ deliveryId, due, agentId, at }]
  })

/**
 * Whether a payer owns the money: the last claim counts. Of two claims of the same moment, the one with an owner
 * counts.
 */
const isClaimed = (till: Till): boolean => lastClaim(till)?.claimed ?? false

const lastClaim = ({ claims }: Till): Claim | undefined =>
  [...claims].sort(
    (one, other) =>
      before(other.at, one.at) ||
      Number(other.claimed) - Number(one.claimed) ||
      Number(other.drawer !== null) - Number(one.drawer !== null),
  )[0]

/**
 * What the payment is worth, in cents, for each drawer that it was ever paid in from: 0 where its money went back, or
 * was released. Without a proof, and while it is doubted, a drawer is told nothing.
 */
export const payInsOf = (till: Till): { readonly drawer: string; readonly paid: number }[] => {
  const drawers = new Set(till.claims.flatMap(({ drawer }) => (drawer === null ? [] : [drawer])))
  const paid = Math.max(0, (startCounting(till)?.cents ?? 0) - addUp(till.refunds))
  const isKnown = isConfirmed(till) && !till.doubted
  return [...drawers].flatMap((drawer) => {
    if (till.reversed || drawer !== lastClaim(till)?.drawer) return [{ drawer, paid: 0 }]
    return isKnown ? [{ drawer, paid }] : []
  })
}

export const tillBalances = (till: Till) => balancesFrom([...ofPayment(till), ...ofMoves(till), ...getMatched(till)])

/**
 * The postings of a payment, each at the time at which its money moved. Evidence counts from the time of the payment,
 * however late it came; nothing is claimed, spent or paid back before that.
 */
export const tillPostings = (till: Till): DatedPosting[] => {
  const paidAt = startCounting(till)?.valueAt ?? ''
  const since = (at: string): string => (at > paidAt ? at : paidAt)
  const times = toTimes(till).map(since)
  return [
    ...postingsByTime(paidAt === '' ? times : [paidAt, ...times], (time) =>
      balancesFrom(ofPayment(until(till, (at) => since(at) <= time))),
    ),
    ...Object.values(till.moves).flatMap((move) => ofMove(move).map((one) => ({ ...one, valueAt: move.valueAt }))),
    ...getMatched(till).map((one) => ({ ...one, valueAt: till.left?.at ?? '' })),
  ]
}

const toTimes = ({ claims, reversed, toppedUp, poured, refunds, spent }: Till): string[] => [
  ...(reversed ? [reversed.valueAt] : []),
  ...[claims, ...[toppedUp, poured, refunds].map(Object.values<Sums[string]>), ...Object.values(spent)]
    .flat()
    .map(({ at }) => at),
]

/** The till without what happened later. */
const until = (till: Till, isPast: (at: string) => boolean): Till => {
  const among = <One extends { readonly at: string }>(all: { readonly [id: string]: One }) =>
    Object.fromEntries(Object.entries(all).filter(([, { at }]) => isPast(at)))
  return {
    ...till,
    claims: till.claims.filter(({ at }) => isPast(at)),
    reversed: till.reversed && isPast(till.reversed.valueAt) ? till.reversed : null,
    toppedUp: among(till.toppedUp),
    poured: among(till.poured),
    refunds: among(till.refunds),
    spent: Object.fromEntries(
      Object.entries(till.spent).map(([deliveryId, said]) => [deliveryId, said.filter(({ at }) => isPast(at))]),
    ),
  }
}

const ofPayment = (till: Till): Posting[] => {
  const spendings = dues(till)
  const due = spendings.reduce((sum, spending) => sum + spending.due, 0)
  const refunded = addUp(till.refunds)
  const sure = isConfirmed(till)
  const agentId = spendings.find((spending) => spending.agentId !== null)?.agentId ?? null
  const refunds = refunded === 0 ? [] : [at('till', -refunded)]
  // An agent accepted the message as payment, and answers for the sum until other evidence comes.
  if (agentId !== null && !sure && !till.reversed)
    return [
      { account: 'drawers', party: agentId, cents: due },
      at('prepaid', -due),
      ...refunds,
      at('refunds_owed', refunded),
    ]
  const cents = till.reversed ? 0 : (startCounting(till)?.cents ?? 0)
  return [at(sure ? 'till' : 'shown', cents), ...refunds, ...whose(till, { cents, due, refunded })]
}

const whose = (till: Till, { cents, due, refunded }: { cents: number; due: number; refunded: number }): Posting[] => {
  const poured = addUp(till.poured)
  const isSpent = dues(till).length > 0
  if (!isSpent && Object.keys(till.poured).length === 0) {
    const left = cents - refunded
    if (left < 0) return [at('owed_by_senders', -left)]
    return [at(isClaimed(till) ? 'prepaid' : 'unclaimed', -left)]
  }
  const held = isSpent ? due - addUp(till.toppedUp) : poured
  const above = cents - held
  // A refund above what was too much takes from the fee, because its parcel was deleted.
  const ofFee = isSpent ? Math.min(Math.max(refunded - Math.max(above, 0), 0), due) : 0
  const left = above - refunded + ofFee
  return [
    at('prepaid', -held),
    at('fees_earned', ofFee),
    left >= 0 ? at('refunds_owed', -left) : at('owed_by_senders', -left),
  ]
}

const at = (account: Posting['account'], cents: number): Posting => ({ account, party: null, cents })

const against = {
  charge: 'charges',
  settled: 'bank',
  opening: 'opening',
  not_ours: 'not_ours',
  overdraft: 'overdraft',
  paid_out: 'paid_out',
  // The other account is not the till either: where both rows are imported, they sum to zero.
  sweep: 'bank',
} as const satisfies { [Kind in TillMove]: Posting['account'] }

const ofMove = ({ kind, cents }: Till['moves'][string]): Posting[] => [at('till', cents), at(against[kind], -cents)]

const ofMoves = ({ moves }: Till): Posting[] => Object.values(moves).flatMap(ofMove)

/**
 * Money that was noted, and that has a row in a statement, left the till once. A refund was booked from the till when
 * it was noted, and a payout from the bank: that is reversed here. What is left in `paid_out` is the difference, or
 * money without a note.
 */
const getMatched = ({ moves, left }: Till): Posting[] => {
  const sent = Object.values(moves).filter(({ kind }) => kind === 'paid_out')
  if (left === null || sent.reduce((sum, { cents }) => sum + cents, 0) === 0) return []
  return [at('paid_out', -left.cents), at(left.of === 'refund' ? 'till' : 'bank', left.cents)]
}
