import type { Message, StoredEvent } from '@tuma/platform/ports'

/** What the commit before a change stored of its messages, and the events that caused them (`record-old-messages.ts`). */
export type OldMessages = {
  readonly news: { readonly topic: string; readonly message: Message }[]
  readonly events: readonly StoredEvent[]
  readonly documents: readonly {
    readonly collection: string
    readonly id: string
    readonly version: number
    readonly document: object | null
  }[]
}

/** The time of all of it. */
export const oldStart = '2026-11-21T06:00:00.000Z'

/** Only the receiver has a mobile; its last digit is that of the delivery's id. */
export const oldParcel = (deliveryId: string) =>
  ({
    ...{ trackingId: 'TM-7K3M-Q2XV-90TB', ownerId: null, handled: true, knownSender: false },
    deliveryType: 'parcelDukani',
    sender: { name: 'Wanjiku Kamau', phone: '254202345678', location: 'NAIROBI CBD', dropoffAgent: 'Tuma House' },
    receiver: { name: 'Otieno Odhiambo', phone: `25411034567${deliveryId.at(-1)}` },
    ...{ receiverPlace: 'THIKA', pickupAgent: 'Mama Njeri Shop' },
  }) as const

export const oldLink = {
  email: 'wanjiku@example.com',
  name: 'Wanjiku Kamau',
  askedAt: '2026-11-21T05:00:00.000Z',
  purpose: 'verify',
  changesEmail: false,
  isProven: true,
  token: 'the-token',
  expiresAt: '2026-11-22T06:00:00.000Z',
} as const
