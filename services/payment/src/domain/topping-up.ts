import { evolve, isUsable, type Payment, type PaymentEvent } from './payment.ts'

/** The id of the payment that another is poured into; `adding` is derived from the command, so that it happens once. */
export type Adds = { readonly into: string; readonly adding: string }

type Given = { readonly by: string; readonly adding: string; readonly at: string }
/** Goes to the payment that takes. */
export type TopUpPayment = Given & {
  readonly type: 'TopUpPayment'
  readonly cents: number
  readonly proven: boolean
}
/** Goes to the payment that was poured, once the other has declined. */
export type ReturnPayment = { readonly type: 'ReturnPayment'; readonly adding: string; readonly at: string }
/** Goes to the payment that took: what was poured in is doubted or was reversed. */
export type DoubtPart = { readonly type: 'DoubtPart'; readonly by: string; readonly at: string }

/** Goes to the payment that took: stronger evidence than a message has reported what was poured in. */
export type ProvePart = { readonly type: 'ProvePart'; readonly by: string; readonly at: string }

/** Pours in the same append as the claim, so that the payment can not be used alone in between. */
export const withAdding = (
  events: readonly PaymentEvent[],
  adds: Adds | null | undefined,
  payment: Payment | null,
  at: string,
): PaymentEvent[] => {
  const after = events.reduce(evolve, payment)
  if (!adds || !after || !isPourable(after)) return [...events]
  return [...events, { type: 'PaymentAdded', data: { into: adds.into, adding: adds.adding, at } }]
}

/** Its payer shows it again for the payment that it was already poured into. */
export const isAdded = (adds: Adds | null | undefined, { addedTo }: Payment): boolean =>
  addedTo !== null && adds?.into === addedTo.into

/** A payment with top-ups or refunds stays separate, because its money would have to be followed through both. */
const isPourable = (payment: Payment): boolean =>
  isUsable(payment) && payment.refunds.length === 0 && payment.topUps.every(({ taken }) => !taken)

/** The only place that decides it: a repeated question, in any order, gets the same answer. */
export const topUp = ({ by, adding, cents, proven, at }: TopUpPayment, payment: Payment | null): PaymentEvent[] => {
  if (payment?.topUps.some((known) => known.adding === adding)) return []
  if (!payment) throw new Error('money was added to an unknown payment')
  const takes = payment.usedBy === null && payment.addedTo === null && payment.payers.length > 0
  return takes
    ? [{ type: 'PaymentToppedUp', data: { by, adding, cents, proven, at } }]
    : [{ type: 'PaymentTopUpDeclined', data: { by, adding, at } }]
}

export const giveBack = ({ adding, at }: ReturnPayment, payment: Payment | null): PaymentEvent[] =>
  payment?.addedTo?.adding === adding
    ? [{ type: 'PaymentReturned', data: { from: payment.addedTo.into, adding, at } }]
    : []

export const doubtPart = ({ by, at }: DoubtPart, payment: Payment | null): PaymentEvent[] => {
  if (!payment || payment.doubt || payment.letPass) return []
  if (!payment.topUps.some((part) => part.taken && part.by === by)) return []
  return [{ type: 'PaymentDoubted', data: { because: 'amount', deliveryId: payment.usedBy, at } }]
}

export const provePart = ({ by, at }: ProvePart, payment: Payment | null): PaymentEvent[] => {
  const part = payment?.topUps.find((one) => one.by === by && one.taken)
  return part && !part.proven ? [{ type: 'PaymentTopUpProven', data: { by, cents: part.cents, at } }] : []
}
