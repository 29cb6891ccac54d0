import { type CounterHow, owedToPhone, Refused } from '@tuma/contracts/vocabulary'
import { getPerson } from './admin-decisions.ts'
import type { Asker } from './asker.ts'
import {
  about,
  type Delivery,
  type DeliveryEvent,
  type DeliveryRequested,
  type Parcel,
  type ParcelCancelled,
  type ParcelMoved,
  type ParcelSeen,
  sameShop,
  sealedWith,
} from './delivery.ts'
import type { RequestDelivery } from './request-decisions.ts'
import { isSendingShop } from './step-shops.ts'
import type { DueTaken } from './taking.ts'

/**
 * The agent who takes a parcel in for a customer, and how it is paid. `senderKey`: keyed hash of the sender's phone.
 * `voidUntil` (ISO): until then their shop may cancel it.
 */
export type AtCounter = {
  readonly agentId: string
  readonly how: CounterHow
  readonly senderKey: string
  readonly voidUntil: string
}

/** What the event of the request keeps about the counter. */
export type TakenInBy = { readonly agentId: string; readonly how: CounterHow; readonly voidUntil: string }

export const counterOf = ({ counter }: Pick<RequestDelivery, 'counter'>): { readonly counter?: TakenInBy } => {
  if (!counter) return {}
  const { agentId, how, voidUntil } = counter
  return { counter: { agentId, how, voidUntil } }
}

type Requested = DeliveryRequested['data']

/** The parcel is in the agent's hands already, and so is the cash for it. */
export const takenInAtCounter = ({ counter, payment, at }: RequestDelivery, requested: Requested): DeliveryEvent[] => {
  if (!counter) return []
  return [...(payment.method === 'cash' ? [feeTaken(counter, requested, at)] : []), handedIn(requested, at)]
}

const feeTaken = ({ agentId, senderKey }: AtCounter, requested: Requested, at: string): DueTaken => ({
  type: 'DueTaken',
  data: {
    ...about(requested),
    ...{ how: 'cash', said: true, agentId, fee: requested.fee, productPrice: 0, paymentIds: [] },
    ...{ owedTo: owedToPhone(senderKey), beforehand: true, at },
  },
})

const handedIn = (requested: Requested, at: string): ParcelMoved | ParcelSeen =>
  requested.deliveryType === 'parcelDukani'
    ? { type: 'ParcelDroppedOff', data: { ...about(requested), from: 'dropping' } }
    : { type: 'ParcelSeen', data: { ...about(requested), shop: requested.senderShop, at } }

export type CancelAtCounter = {
  readonly type: 'CancelAtCounter'
  readonly by: Asker
  /** In the agent's words. */
  readonly reason: string
  readonly at: string
}

/** Until when agents of its shop may cancel the parcel (ISO); null where it has moved on or was never taken in so. */
export const voidableUntil = ({
  counter,
  status,
  leg,
  riderId,
  outcome,
}: Pick<Parcel, 'status' | 'leg' | 'riderId' | 'outcome'> & {
  readonly counter?: Pick<TakenInBy, 'voidUntil'> | undefined
}): string | null => {
  const isHere = status === 'uncollected' && leg === 'out' && riderId === null && outcome === null
  return counter && isHere ? counter.voidUntil : null
}

/** @throws Refused not_found, parcel_cancelled, too_late_to_void */
export const cancelAtCounter = (
  { by, reason, at }: CancelAtCounter,
  { parcel, cancelled }: Delivery,
): ParcelCancelled[] => {
  if (!parcel && cancelled) throw new Refused('parcel_cancelled')
  if (by.role !== 'agent' || !by.shop || !parcel || !isSendingShop(parcel, by.shop)) throw new Refused('not_found')
  const until = voidableUntil(parcel)
  const isElsewhere = parcel.seenAt !== null && !sameShop(parcel.seenAt, parcel.senderShop)
  if (until === null || at > until || isElsewhere) throw new Refused('too_late_to_void')
  const { status: from, trackingId, paymentId, senderShop, counter } = parcel
  const personId = sealedWith(parcel)
  const hasCash = counter?.how === 'cash'
  return [
    {
      type: 'ParcelCancelled',
      data: {
        ...about(parcel),
        ...{ because: 'counter', from, trackingId, senderShop, paymentId, freed: paymentId !== null },
        ...{ sender: getPerson(parcel.sender), receiver: getPerson(parcel.receiver) },
        ...{ agentId: hasCash ? counter.agentId : null, cashBack: hasCash ? parcel.fee : 0, at },
        ...(personId === null ? {} : { said: { personId, note: reason } }),
      },
    },
  ]
}
