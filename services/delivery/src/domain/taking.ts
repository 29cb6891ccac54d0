import {
  type DeliveryStatus,
  owedToAccount,
  owedToPhone,
  Refused,
  type Shillings,
  type TakenHow,
} from '@tuma/contracts/vocabulary'
import type { DomainEvent } from '@tuma/platform/domain'
import { type About, about, type Delivery, type Parcel } from './delivery.ts'
import { type HoldReleased, holdParcel, type ParcelHeld } from './trouble/holds.ts'

/** The money that was due at hand-over was taken: once a parcel, with the step that hands it over. */
export type DueTaken = DomainEvent<
  'DueTaken',
  About & {
    readonly how: TakenHow
    /** False: the agent did not say how it was paid, so it counts as cash with them. */
    readonly said: boolean
    /** Null if an admin changed the status instead of an agent. */
    readonly agentId: string | null
    readonly fee: Shillings
    readonly productPrice: Shillings
    readonly paymentIds: readonly string[]
    /** Who gets the product's price: an account, or the keyed hash of a phone. */
    readonly owedTo: string
    /** Its sender paid at the counter, before the parcel left. */
    readonly beforehand?: true | undefined
    readonly at: string
  }
>

/** How the agent says it was paid, with the payments that prove it. */
export type Taking =
  | { readonly how: 'not_paid' }
  | { readonly how: 'cash' }
  | { readonly how: 'prompt' | 'till'; readonly paymentIds: readonly string[] }

/** Who has the money, and how it was paid. */
export type TakenBy = Pick<DueTaken['data'], 'how' | 'said' | 'agentId' | 'paymentIds' | 'at'> & {
  /** Keyed hash of the sender's phone, for a sender without an account. */
  readonly senderKey: string
}

export const isDue = ({ paymentMethod, paid, leg }: Parcel): boolean =>
  paymentMethod === 'payOnDelivery' && !paid && leg === 'out'

/** Money is due once, and only with the step that hands the parcel over. @throws Refused nothing_due */
export const assertDue = (to: DeliveryStatus, parcel: Parcel): void => {
  if (to !== 'delivered' || !isDue(parcel)) throw new Refused('nothing_due')
}

/** The money has come, so the hold for it is released. */
export const dueTaken = (parcel: Parcel, { senderKey, ...by }: TakenBy): (DueTaken | HoldReleased)[] => {
  if (!isDue(parcel)) return []
  const { fee, productPrice, ownerId, holds } = parcel
  const owedTo = ownerId === null ? owedToPhone(senderKey) : owedToAccount(ownerId)
  const taken: DueTaken = {
    type: 'DueTaken',
    data: { ...about(parcel), ...by, fee, productPrice, owedTo },
  }
  if (!holds.includes('no_money')) return [taken]
  const left = holds.filter((code) => code !== 'no_money')
  const released = { ...about(parcel), code: 'no_money', holds: left, by: 'cleared', at: by.at } as const
  return [taken, { type: 'HoldReleased', data: released }]
}

/** The parcel stays where it is until an agent says how it was paid. */
export const withoutMoney = (delivery: Delivery, at: string): ParcelHeld[] =>
  holdParcel({ code: 'no_money', at }, delivery)

type Taken = Exclude<Taking, { readonly how: 'not_paid' }>

/**
 * Who has the money according to the agent. Without an answer it counts as cash with the agent who handed the parcel
 * over.
 */
export const toHands = (taken: Taken | null) => ({
  how: taken?.how ?? 'cash',
  said: taken !== null,
  paymentIds: taken && 'paymentIds' in taken ? taken.paymentIds : [],
})
