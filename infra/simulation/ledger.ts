import { openOutsideLedger } from './money/accounts.ts'

/** A parcel as the people know it by what they were told. */
export type Parcel = {
  readonly deliveryId: string
  readonly trackingId: string
  readonly kind: 'doorstep' | 'parcelDukani'
  readonly ownerId: string | null
  readonly from: number
  readonly to: number
  /** What was said to be paid at the request; null: on delivery. */
  readonly paid: number | null
  /** M-Pesa's receipt of that. */
  readonly receipt: string | null
}
/** Who has parcels and is then erased: a phone without an account, or an account with all that was sent with it. */
export type Leaver = {
  /** Words that nobody else has. */
  readonly name: string
  readonly phone: string
  accountId: string | null
  readonly parcels: { readonly deliveryId: string; readonly trackingId: string; readonly role: 'sender' | 'receiver' }[]
  /** An admin was told that they are erased, at once or as soon as nothing of theirs is under way or owed any more. */
  hasLeft: boolean
  /** In the evening a parcel of theirs was still under way. */
  isUnderWay: boolean
  /** Under which delivery knows the phone. */
  phoneKey: string | null
  /** By the machine's clock; null while an erasure waits. */
  erasedAt: number | null
}
/** An agent was told that it is kept. */
export type Photo = {
  readonly deliveryId: string
  readonly trackingId: string
  readonly base64: string
  /** Of all photos that the parcel had then. */
  readonly ids: readonly string[]
  /** By the machine's clock. */
  readonly at: number
}
export type Step = 'uncollected' | 'rider' | 'inTransit' | 'delivered' | 'collected'

/** What people were told, which must be true from then on, whatever becomes of the process. */
export const openLedger = () => ({
  parcels: [] as Parcel[],
  leavers: [] as Leaver[],
  photos: [] as Photo[],
  /** Commands of which events must stand, by the service that they stand at. */
  recorded: [] as { readonly service: string; readonly commandId: string }[],
  reached: [] as { readonly deliveryId: string; readonly status: Step }[],
  /** As an admin was last told, by account. */
  roles: new Map<string, string>(),
  /** Commands with a code that is none: by these nothing may open. */
  guessed: new Set<string>(),
  /** How often somebody guessed at a shop. */
  guesses: new Map<number, number>(),
  /** Parcels of which somebody has asked for another code. */
  renewed: new Set<string>(),
  isAppointing: false,
  /** Money that people moved, as they were told; what became of payments and parcels is added at the end. */
  outside: openOutsideLedger(),
  /** Receipts of messages that were taken, with what they say in shillings; null: as much as M-Pesa took. */
  claimed: new Map<string, number | null>(),
  /** Cents that were paid back, by the receipt of the payment. */
  refunded: new Map<string, number>(),
  /** Receipts of money that left, and as what an admin noted it. */
  noted: new Map<string, 'payout' | 'refund'>(),
  /** Receipts of what was paid for a parcel when it was handed over, and the parcels that an agent asked for it. */
  paidAtDoor: new Set<string>(),
  askedAtDoor: new Set<string>(),
  /** Handed over and not counted; cents. */
  handOvers: [] as {
    readonly agentId: string
    readonly handOverId: string
    readonly cents: number
    readonly declared: number
  }[],
  isUploading: false,
  /** ISO instants by M-Pesa's clock: statements have all from the first, up to and without the second. */
  statedFrom: '',
  statedUntil: '',
  /** What was broken before the end: an answer that differs from the first one, or is none. */
  broken: [] as string[],
  /** Of whom and what there are so many that each only has a number. */
  named: 0,
  registered: 0,
  commands: 0,
  answered: 0,
  repeated: 0,
  lost: 0,
  refusals: new Map<string, number>(),
})
export type Ledger = ReturnType<typeof openLedger>
