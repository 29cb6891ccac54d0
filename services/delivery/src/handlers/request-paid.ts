import type { CommandContext, PaymentClient } from '@tuma/contracts/services'
import { Refused } from '@tuma/contracts/vocabulary'
import { getPast } from '../delivery-stream.ts'
import type { Dependencies } from '../dependencies.ts'
import type { PayNow, PayOnDelivery } from '../domain/request-decisions.ts'
import { deliveryIdOfPayment } from '../ids.ts'

/** How the parcel is paid, and the delivery's id that follows from it. */
export type Settled = {
  readonly deliveryId: string
  /** ISO instant of the quote that counts; null: the current price. */
  readonly paidAt: string | null
  readonly payment: PayNow | PayOnDelivery
}
type Form = { readonly sender: { readonly name: string }; readonly paymentReference: string }
type Deps = Pick<Dependencies, 'payment' | 'hash' | 'streams'>
type Paid = Awaited<ReturnType<PaymentClient['paidFor']>>[number]

/**
 * Requests a parcel with a payment of this payer for the reference. One command is one parcel: a repeated command takes
 * the payment that it took before. Otherwise it takes the oldest unused payment that is enough; the payment's stream
 * decides whether it is free, so two commands never share one.
 * @param request may be called for several payments, until one is taken
 * @throws Refused payment_missing, payment_not_found, payment_used, payment_short, and what `request` throws
 */
export const requestPaid = async <Answer>(
  deps: Deps,
  { actor, commandId }: CommandContext,
  { paymentReference: reference, sender }: Form,
  request: (settled: Settled) => Promise<Answer>,
): Promise<Answer> => {
  if (!reference) throw new Refused('payment_missing')
  const paid = await deps.payment.paidFor({ actor, reference, senderName: sender.name })
  if (paid.length === 0) throw new Refused('payment_not_found')
  const settledBy = ({ paymentId, amount, claimedAt, told }: Paid): Settled => {
    const payment = { method: 'payNow', reference, paymentId, amount, told } as const
    return { deliveryId: deliveryIdOfPayment(deps.hash, paymentId), paidAt: claimedAt, payment }
  }
  const taken = await takenBy(deps, commandId, paid)
  return taken ? request(settledBy(taken)) : requestWithFirst(paid, (one) => request(settledBy(one)))
}

/**
 * Payment is notified of a request later, so this asks delivery's own streams. A single payment needs no check: its
 * stream knows the command.
 */
const takenBy = async ({ hash, streams }: Deps, commandId: string, paid: readonly Paid[]): Promise<Paid | null> => {
  if (paid.length < 2) return null
  for (const one of paid) {
    const past = await getPast({ streams }, deliveryIdOfPayment(hash, one.paymentId))
    if (past.some(({ metadata }) => metadata.commandId === commandId)) return one
  }
  return null
}

/** Tries the payments in payment's order: unused ones first. `payment_short` is the better answer than `payment_used`. */
const requestWithFirst = async <Answer>(
  paid: readonly Paid[],
  request: (one: Paid) => Promise<Answer>,
): Promise<Answer> => {
  let refused = new Refused('payment_used')
  for (const one of paid) {
    if (one.usedBy !== null && refused.code === 'payment_short') break
    try {
      return await request(one)
    } catch (error) {
      if (!isOfThisPayment(error)) throw error
      if (error.code === 'payment_short') refused = error
    }
  }
  throw refused
}

const isOfThisPayment = (error: unknown): error is Refused =>
  error instanceof Refused && (error.code === 'payment_used' || error.code === 'payment_short')
