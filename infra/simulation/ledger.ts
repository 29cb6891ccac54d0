import { openExpectedLedger } from './money/accounts.ts'

/** A parcel as the people know it from their answers. */
export type Parcel = {
  readonly deliveryId: string
  readonly trackingId: string
  readonly kind: 'doorstep' | 'parcelDukani'
  readonly ownerId: string | null
  readonly from: number
  readonly to: number
  /** The amount that the request named as paid, or that the agent took at the counter; null: on delivery. */
  readonly paid: number | null
  /** M-Pesa's receipt of that payment. */
  readonly receipt: string | null
}
/**
 * A person with parcels who is then erased: a phone without an account, or an account with all parcels that it sent.
 */
export type ErasedPerson = {
  /** A name that no other person has. */
  readonly name: string
  readonly phone: string
  accountId: string | null
  readonly parcels: { readonly deliveryId: string; readonly trackingId: string; readonly role: 'sender' | 'receiver' }[]
  /**
   * An admin has an answer that they are erased, at once or as soon as none of their parcels is under way and no money
   * is owed.
   */
  isErasureAsked: boolean
  /** In the evening one of their parcels was still under way. */
  isUnderWay: boolean
  /** The key by which delivery knows the phone. */
  phoneKey: string | null
  /** By the machine's clock; null while an erasure waits. */
  erasedAt: number | null
}
/** An agent has an answer that the photo is stored. */
export type Photo = {
  readonly deliveryId: string
  readonly trackingId: string
  readonly base64: string
  /** The ids of all photos that the parcel had then. */
  readonly ids: readonly string[]
  /** By the machine's clock. */
  readonly at: number
}
export type Step = 'uncollected' | 'rider' | 'inTransit' | 'delivered' | 'collected'

/** The answers that people got, which must stay true whatever happens to the process. */
export const openLedger = () => ({
  parcels: [] as Parcel[],
  erasedPeople: [] as ErasedPerson[],
  photos: [] as Photo[],
  /** Parcels that an agent has cancelled at the counter, by their answers. */
  cancelled: [] as string[],
  /** Commands whose events must be stored, by the service that stores them. */
  recorded: [] as { readonly service: string; readonly commandId: string }[],
  reached: [] as { readonly deliveryId: string; readonly status: Step }[],
  /** The last answer to an admin, by account. */
  roles: new Map<string, string>(),
  /** Commands with a wrong code: none of them may open a parcel. */
  guessed: new Set<string>(),
  /** How often a person guessed at a shop. */
  guesses: new Map<number, number>(),
  /** Parcels for which a person has asked for another code. */
  renewed: new Set<string>(),
  isAppointing: false,
  /** Money that people moved, by their answers; what became of payments and parcels is added at the end. */
  expectedBooks: openExpectedLedger(),
  /** Receipts of messages that were taken, with their amount in shillings; null: as much as M-Pesa took. */
  claimed: new Map<string, number | null>(),
  /** Cents that were paid back, by the receipt of the payment. */
  refunded: new Map<string, number>(),
  /** Receipts of money that left, and as what an admin recorded them. */
  noted: new Map<string, 'payout' | 'refund'>(),
  /** Receipts of payments at the door, and the parcels for which an agent asked for such a payment. */
  paidAtDoor: new Set<string>(),
  /** Cash that agents paid to the till, by M-Pesa's receipt. `isClaimed`: its receipt was taken. */
  payIns: new Map<string, { readonly drawer: string; isClaimed: boolean }>(),
  askedAtDoor: new Set<string>(),
  /** What a colleague has counted and taken over, by their answers: cents by the id of the offer. */
  passedOffers: new Map<string, number>(),
  /** Handed over and not counted; cents. */
  handOvers: [] as {
    readonly agentId: string
    readonly handOverId: string
    readonly cents: number
    readonly declared: number
  }[],
  isUploading: false,
  /** ISO instants by M-Pesa's clock: statements have all rows from the first, up to and without the second. Equal while none has any. */
  statedFrom: '',
  statedUntil: '',
  /** Violations before the end: an answer that differs from the first one, or that never came. */
  broken: [] as string[],
  /** Counters for names that only differ by a number. */
  named: 0,
  registered: 0,
  commands: 0,
  answered: 0,
  repeated: 0,
  lost: 0,
  refusals: new Map<string, number>(),
})
export type Ledger = ReturnType<typeof openLedger>

/** A day on which M-Pesa moved nothing has no statement, so the books do not know the balance of before. */
export const hasStatement = ({ statedFrom, statedUntil }: Ledger): boolean => statedUntil > statedFrom
