import type {
  BookingEnd,
  BookingPay,
  BookingState,
  DeliveryType,
  Language,
  PricingTier,
  RefusalCode,
  Shillings,
  Shop,
} from '@tuma/contracts/vocabulary'
import type { DomainEvent } from '@tuma/platform/domain'

export const bookingStream = (bookingId: string): string => `booking-${bookingId}`
/** The key that seals the people of a booking; destroyed once its parcels are booked, or some days after its end. */
export const bookingPerson = (bookingId: string): string => `booking:${bookingId}`

type Of<Data> = Data & { readonly bookingId: string; readonly at: string }
type Sealed = { readonly personId: string }

/** A parcel that the booking asks for. The receiver and the contents are sealed. */
export type BookingRow = {
  readonly row: number
  readonly kind: DeliveryType
  readonly place: string
  /** Dukani only: the shop at that place. */
  readonly pickupAgent: string | null
  /** Doorstep only. */
  readonly tier: PricingTier | null
  readonly method: 'payNow'
  readonly productPrice: Shillings
  readonly fee: Shillings
  /** A sender's row: of the same form sent by itself, which is answered with the same parcel. */
  readonly formHash?: string | undefined
  readonly kept: Sealed & {
    readonly name: string
    readonly phone: string
    readonly pickupAddress: string | null
    readonly moreDetails: string | null
    readonly parcelDescription: string
  }
}

/** `asking`: the command id under which payment is asked. `agentId`: the agent who pressed; missing: the sender did. */
type Asked = {
  readonly asking: string
  readonly how: BookingPay
  readonly agentId?: string | undefined
  /** A prompt's phone, or the receipt; with a receipt or for a sender also the payer in words; null: there is none. */
  readonly said: Sealed & {
    readonly phone: string | null
    readonly receipt: string | null
    readonly payer: string | null
  }
}

/** Why an asking came to nothing: as payment refused it, as M-Pesa did, or because payment never heard of it. */
type Refusal = { readonly asking: string; readonly code: string }

export type Funds = {
  readonly paymentId: string
  readonly cents: number
  readonly how: BookingPay
  /** M-Pesa's receipt code. */
  readonly receipt: string
}

export type BookedRow = { readonly row: number; readonly deliveryId: string; readonly trackingId: string }

/** What an agent did instead of waiting: took cash, for the parcel with this id. */
type TookCash = { readonly agentId: string; readonly deliveryId: string }

/** What a form says beside its rows. `quotedAt`: the prices of this time count. */
type FormOfBooking = {
  readonly total: Shillings
  readonly quotedAt: string
  readonly sender: Sealed & { readonly name: string; readonly phone: string }
  readonly senderShop: Shop
}

/** `requestHash`: of the form that opened it. */
export type BookingOpened = DomainEvent<
  'BookingOpened',
  Of<
    FormOfBooking & {
      readonly by: 'agent' | 'sender'
      readonly count: number
      readonly requestHash: string
      /** What the payer reads on the prompt. */
      readonly reference: string
      /** Whose counter it is opened at; missing: a sender opens it. */
      readonly agentId?: string | undefined
      /** The sender who pays, as a keyed hash; missing: the booking is its own payer. */
      readonly payer?: string | undefined
      /** The sender's account. */
      readonly ownerId?: string | undefined
      readonly account?: (Sealed & { readonly username: string }) | undefined
      readonly language?: Language | undefined
      /** The sticker that the agent has put on the parcel: it becomes the tracking id. */
      readonly sticker?: string | undefined
    }
  >
>
/** What follows its opening. */
export type BookingChange =
  | DomainEvent<'BookingRowsKept', Of<{ readonly rows: readonly BookingRow[] }>>
  | DomainEvent<'BookingPaymentAsked', Of<Asked>>
  /** The sender has changed the form before the money came. */
  | DomainEvent<'BookingFormChanged', Of<FormOfBooking & { readonly rows: readonly BookingRow[] }>>
  /** Payment has stored the prompt. */
  | DomainEvent<'BookingPrompted', Of<{ readonly asking: string; readonly promptId: string }>>
  /** M-Pesa says that it is paid, and not by which receipt. */
  | DomainEvent<'BookingPaymentArrived', Of<{ readonly asking: string }>>
  | DomainEvent<'BookingPaymentRefused', Of<Refusal>>
  /** Less than the total has come: the booking stays open. */
  | DomainEvent<'BookingPaidInPart', Of<Funds & { readonly missing: Shillings }>>
  | DomainEvent<'BookingFunded', Of<Funds>>
  | DomainEvent<'RowsBooked', Of<{ readonly rows: readonly BookedRow[] }>>
  /** The row fits no more. Money for it is paid back by the office. */
  | DomainEvent<'RowFailed', Of<{ readonly row: number; readonly code: RefusalCode }>>
  | DomainEvent<'BookingEnded', Of<{ readonly why: BookingEnd; readonly cash?: TookCash | undefined }>>
  /** Its people can no longer be read. */
  | DomainEvent<'BookingErased', Of<object>>
export type BookingEvent = BookingOpened | BookingChange

export type BookingEventOf<Type extends BookingEvent['type']> = Extract<BookingEvent, { readonly type: Type }>

export type Asking = Asked & {
  readonly at: string
  readonly promptId: string | null
  readonly arrived: boolean
  /** When it was refused, and why. */
  readonly refused: { readonly code: string; readonly at: string } | null
}

export type Booking = BookingEventOf<'BookingOpened'>['data'] & {
  readonly rows: readonly BookingRow[]
  /** Oldest first. */
  readonly askings: readonly Asking[]
  readonly paidInPart: (Funds & { readonly missing: Shillings }) | null
  readonly funded: Funds | null
  readonly booked: readonly BookedRow[]
  readonly failed: readonly { readonly row: number; readonly code: RefusalCode }[]
  readonly ended: { readonly why: BookingEnd; readonly at: string; readonly cash: TookCash | null } | null
  readonly erased: boolean
}

export const stateOf = ({ funded, ended }: Pick<Booking, 'funded' | 'ended'>): BookingState =>
  ended?.why ?? (funded ? 'funded' : 'open')

const fundsIn = ({ paymentId, cents, how, receipt }: Funds): Funds => ({ paymentId, cents, how, receipt })

export const evolve = (booking: Booking | null, event: BookingEvent): Booking | null => {
  if (event.type === 'BookingOpened') {
    const nothingYet = { rows: [], askings: [], paidInPart: null, funded: null, booked: [], failed: [], ended: null }
    return { ...event.data, ...nothingYet, erased: false }
  }
  return booking && changed(booking, event)
}

const changed = (booking: Booking, { type, data }: BookingChange): Booking => {
  switch (type) {
    case 'BookingRowsKept':
      return { ...booking, rows: [...booking.rows, ...data.rows] }
    case 'BookingPaymentAsked': {
      const { asking, how, agentId, said, at } = data
      const asked = { asking, how, agentId, said, at, promptId: null, arrived: false, refused: null }
      return { ...booking, askings: [...booking.askings, asked] }
    }
    case 'BookingFormChanged': {
      const { rows, total, quotedAt, sender, senderShop } = data
      const dearerBy = total - booking.total
      const paidInPart = booking.paidInPart && { ...booking.paidInPart, missing: booking.paidInPart.missing + dearerBy }
      return { ...booking, rows, total, quotedAt, sender, senderShop, paidInPart }
    }
    case 'BookingPrompted':
      return withAsking(booking, data.asking, { promptId: data.promptId })
    case 'BookingPaymentArrived':
      return withAsking(booking, data.asking, { arrived: true, refused: null })
    case 'BookingPaymentRefused':
      return withAsking(booking, data.asking, { refused: { code: data.code, at: data.at } })
    case 'BookingPaidInPart':
      return { ...booking, paidInPart: { ...fundsIn(data), missing: data.missing } }
    case 'BookingFunded':
      // Late money ends a cancelled or lapsed booking as if it had come in time.
      return { ...booking, funded: fundsIn(data), ended: null }
    case 'RowsBooked':
      return { ...booking, booked: [...booking.booked, ...data.rows] }
    case 'RowFailed':
      return { ...booking, failed: [...booking.failed, { row: data.row, code: data.code }] }
    case 'BookingEnded':
      return { ...booking, ended: { why: data.why, at: data.at, cash: data.cash ?? null } }
    case 'BookingErased':
      return { ...booking, erased: true }
  }
}

const withAsking = (booking: Booking, asking: string, change: Partial<Asking>): Booking => ({
  ...booking,
  askings: booking.askings.map((one) => (one.asking === asking ? { ...one, ...change } : one)),
})
