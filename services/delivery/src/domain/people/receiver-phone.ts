import type { DomainEvent } from '@tuma/platform/domain'
import { nextCode } from '../collection-code.ts'
import type { About, Parcel, Person } from '../delivery.ts'

/**
 * Whoever gets it has another phone from now on, and a code of the next generation: what the phone before was told opens nothing
 * any more. `receiver` says who they were before, with that phone: people's rows go by it. `said`: why an admin changed it.
 */
export type ReceiverPhoneChanged = DomainEvent<
  'ReceiverPhoneChanged',
  About & {
    readonly trackingId: string
    readonly receiver: Person & { readonly newPhone: string }
    readonly generation: number
    readonly said?: { readonly personId: string; readonly note: string } | undefined
    readonly at: string
  }
>

/** The code that the phone before was told opens nothing; how often one was missed begins anew with the next. */
export const withPhone = (parcel: Parcel, { receiver, generation, at }: ReceiverPhoneChanged['data']): Parcel => ({
  ...parcel,
  receiver: { ...parcel.receiver, phone: receiver.newPhone },
  collection: nextCode(parcel.collection, generation),
  phoneChangedAt: [...parcel.phoneChangedAt, at],
})
