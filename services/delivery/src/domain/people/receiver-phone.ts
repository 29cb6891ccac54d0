import type { DomainEvent } from '@tuma/platform/domain'
import { nextCode } from '../collection-code.ts'
import type { About, Parcel, Person } from '../delivery.ts'

/**
 * The receiver has a new phone and a code of the next generation; the code that was sent to the former phone stops
 * working. `receiver` is the receiver before the change, because people's rows are found by that phone. `said`: the
 * admin's reason.
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

/** The code that was sent to the former phone stops working, and the count of wrong codes starts at zero. */
export const withPhone = (parcel: Parcel, { receiver, generation, at }: ReceiverPhoneChanged['data']): Parcel => ({
  ...parcel,
  receiver: { ...parcel.receiver, phone: receiver.newPhone },
  collection: nextCode(parcel.collection, generation),
  phoneChangedAt: [...parcel.phoneChangedAt, at],
})
