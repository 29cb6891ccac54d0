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

/** What was due at hand-over is in somebody's hands: once a parcel, with the step that handed it over. */
export type DueTaken = DomainEvent<
  'DueTaken',
  About & {
    readonly how: TakenHow
    /** False: nobody said how, and the agent who handed it over stands for it. */
    readonly said: boolean
    /** Null where an admin set the parcel past the agents. */
    readonly agentId: string | null
    readonly fee: Shillings
    readonly productPrice: Shillings
    readonly paymentIds: readonly string[]
    /** Who gets the product's price: an account, or the keyed hash of a phone. */
    readonly owedTo: string
    readonly at: string
  }
>

/** What an agent says of the money, with the payments that stand behind it. */
export type Taking =
  | { readonly how: 'not_paid' }
  | { readonly how: 'cash' }
  | { readonly how: 'prompt' | 'till'; readonly paymentIds: readonly string[] }

/** In whose hands it is, and by what. */
export type TakenBy = Pick<DueTaken['data'], 'how' | 'said' | 'agentId' | 'paymentIds' | 'at'> & {
  /** Keyed hash of the sender's phone: of who has no account. */
  readonly senderKey: string
}

export const isDue = ({ paymentMethod, paid, leg }: Parcel): boolean =>
  paymentMethod === 'payOnDelivery' && !paid && leg === 'out'

/** Nobody is asked for money twice, nor before it is handed over. @throws Refused nothing_due */
export const assertDue = (to: DeliveryStatus, parcel: Parcel): void => {
  if (to !== 'delivered' || !isDue(parcel)) throw new Refused('nothing_due')
}

/** It has come, so that nothing waits for it any more. */
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

/** It stays where it is until somebody says how it was paid. */
export const withoutMoney = (delivery: Delivery, at: string): ParcelHeld[] =>
  holdParcel({ code: 'no_money', at }, delivery)

type Taken = Exclude<Taking, { readonly how: 'not_paid' }>

/** In whose hands it is by what was said; by nothing, it is in cash in those of who handed it over. */
export const toHands = (taken: Taken | null) => ({
  how: taken?.how ?? 'cash',
  said: taken !== null,
  paymentIds: taken && 'paymentIds' in taken ? taken.paymentIds : [],
})
