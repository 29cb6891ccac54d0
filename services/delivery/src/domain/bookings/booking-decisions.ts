import {
  type BookingEnd,
  promptAgainAfterMs,
  type RefusalCode,
  Refused,
  type Shillings,
} from '@tuma/contracts/vocabulary'
import type { Decider } from '@tuma/platform/domain'
import {
  type BookedRow,
  type Booking,
  type BookingEvent,
  type BookingEventOf,
  evolve,
  type Funds,
  stateOf,
} from './booking.ts'

type DataOf<Type extends BookingEvent['type']> = Omit<BookingEventOf<Type>['data'], 'bookingId' | 'at'>
type Command<Type, Data> = Data & { readonly type: Type; readonly bookingId: string; readonly at: string }

export type OpenBooking = Command<
  'OpenBooking',
  {
    readonly opened: DataOf<'BookingOpened'>
    readonly rows: DataOf<'BookingRowsKept'>['rows']
    readonly asked: DataOf<'BookingPaymentAsked'>
  }
>
/** `form`: as the sender has filled it in now; missing: unchanged. */
type AskForMoney = Command<
  'AskForMoney',
  { readonly asked: DataOf<'BookingPaymentAsked'>; readonly form?: DataOf<'BookingFormChanged'> | undefined }
>
/** What became of an asking. */
type NoteAsking =
  | Command<'NotePrompt', DataOf<'BookingPrompted'>>
  | Command<'NoteArrived', DataOf<'BookingPaymentArrived'>>
  | Command<'NoteRefused', DataOf<'BookingPaymentRefused'>>
/** `amount`: whole shillings. `cameAt`: when payment learnt of the money. */
type TakeMoney = Command<
  'TakeMoney',
  { readonly asking: string; readonly funds: Funds; readonly amount: Shillings; readonly cameAt: string }
>
type NoteParcel =
  | Command<'NoteBooked', { readonly rows: readonly BookedRow[] }>
  | Command<'NoteFailed', { readonly row: number; readonly code: RefusalCode }>
type EndBooking =
  /** `failed`: nothing was asked of a phone, because payment refused. `other_way`: another payment has booked its form. */
  | Command<'EndBooking', { readonly why: 'cancelled' | 'failed' | 'other_way' }>
  | Command<'LapseBooking', object>
  | Command<'TakeCash', { readonly cash: NonNullable<DataOf<'BookingEnded'>['cash']> }>
  /** A person in it is erased: it ends unless it has already. */
  | Command<'EndForErasure', object>
  | Command<'EraseBooking', object>
type LaterCommand = AskForMoney | NoteAsking | TakeMoney | NoteParcel | EndBooking
export type BookingCommand = OpenBooking | LaterCommand

/** Money that comes so long after the end of its prompt still books the parcel. */
const lateMs = 30 * 60_000
/** A booking without its money lapses after a day. */
export const lapsesAfterMs = 24 * 60 * 60_000

/** @throws Refused not_found, booking_ended, prompt_open */
const decide = (command: BookingCommand, booking: Booking | null): BookingEvent[] => {
  if (command.type === 'OpenBooking') return booking ? [] : opening(command)
  if (!booking) throw new Refused('not_found')
  return decideLater(command, booking)
}

const decideLater = (command: LaterCommand, booking: Booking): BookingEvent[] => {
  switch (command.type) {
    case 'AskForMoney':
      return askAgain(command, booking)
    case 'NotePrompt':
    case 'NoteArrived':
    case 'NoteRefused':
      return noteAsking(command, booking)
    case 'TakeMoney':
      return takeMoney(command, booking)
    case 'NoteBooked':
    case 'NoteFailed':
      return noteParcel(command, booking)
    case 'EndBooking':
    case 'LapseBooking':
    case 'TakeCash':
    case 'EndForErasure':
    case 'EraseBooking':
      return end(command, booking)
  }
}

const opening = ({ bookingId, at, opened, rows, asked }: OpenBooking) => {
  const about = { bookingId, at }
  return [
    { type: 'BookingOpened', data: { ...about, ...opened } },
    { type: 'BookingRowsKept', data: { ...about, rows } },
    { type: 'BookingPaymentAsked', data: { ...about, ...asked } },
  ] satisfies BookingEvent[]
}

/** Once for each asking that the booking knows. */
const noteAsking = (command: NoteAsking, { askings }: Booking): BookingEvent[] => {
  const { bookingId, at, asking } = command
  const about = { bookingId, at, asking }
  const known = askings.find((one) => one.asking === asking)
  if (!known) return []
  switch (command.type) {
    case 'NotePrompt': {
      const { promptId } = command
      return known.promptId === promptId ? [] : [{ type: 'BookingPrompted', data: { ...about, promptId } }]
    }
    case 'NoteArrived':
      return known.arrived ? [] : [{ type: 'BookingPaymentArrived', data: about }]
    case 'NoteRefused': {
      const isOver = known.refused !== null || known.arrived
      return isOver ? [] : [{ type: 'BookingPaymentRefused', data: { ...about, code: command.code } }]
    }
  }
}

const assertOpen = (booking: Booking): void => {
  if (stateOf(booking) !== 'open') throw new Refused('booking_ended')
}

/** Two phones must not be asked at once, because both might pay. */
const askedAgain = ({ asked, at }: AskForMoney, booking: Booking) => {
  assertOpen(booking)
  const last = booking.askings.findLast(({ how }) => how === 'prompt')
  const until = last && !last.refused && !last.arrived ? Date.parse(last.at) + promptAgainAfterMs : 0
  const seconds = Math.ceil((until - Date.parse(at)) / 1000)
  if (asked.how === 'prompt' && seconds > 0) throw new Refused('prompt_open', { retryAfter: seconds })
  return asked
}

/** What was paid in part counts for the form as it is now, and may be enough for it. */
const askAgain = (command: AskForMoney, booking: Booking): BookingEvent[] => {
  const about = { bookingId: command.bookingId, at: command.at }
  const asked = askedAgain(command, booking)
  const changed = changeForm(command, booking)
  const { paidInPart } = changed.reduce<Booking | null>(evolve, booking) ?? booking
  if (paidInPart === null || paidInPart.missing > 0)
    return [...changed, { type: 'BookingPaymentAsked', data: { ...about, ...asked } }]
  const { missing: _, ...funds } = paidInPart
  return [...changed, { type: 'BookingFunded', data: { ...about, ...funds } }]
}

const changeForm = ({ bookingId, at, form }: AskForMoney, { rows }: Booking): BookingEvent[] =>
  !form || form.rows[0]?.formHash === rows[0]?.formHash
    ? []
    : [{ type: 'BookingFormChanged', data: { bookingId, at, ...form } }]

const takeMoney = (command: TakeMoney, booking: Booking): BookingEvent[] => {
  const { bookingId, at, funds, amount } = command
  if (!mayStillBook(command, booking)) return []
  if (amount >= booking.total) return [{ type: 'BookingFunded', data: { bookingId, at, ...funds } }]
  const { paymentId, cents } = booking.paidInPart ?? {}
  const isNew = paymentId !== funds.paymentId || cents !== funds.cents
  const missing = booking.total - amount
  return isNew ? [{ type: 'BookingPaidInPart', data: { bookingId, at, ...funds, missing } }] : []
}

/** Money for an open booking always counts, for one that was cancelled or has lapsed only shortly after its prompt. */
const mayStillBook = ({ asking, cameAt }: TakeMoney, { askings, funded, ended, erased }: Booking): boolean => {
  if (funded || erased) return false
  if (!ended) return true
  if (ended.why !== 'cancelled' && ended.why !== 'lapsed') return false
  const asked = askings.find((one) => one.asking === asking)
  const endOfPrompt = asked?.refused?.at ?? ended.at
  return Date.parse(cameAt) <= Date.parse(endOfPrompt) + lateMs
}

const noteParcel = (command: NoteParcel, { booked, failed, ended }: Booking): BookingEvent[] => {
  const { bookingId, at } = command
  const about = { bookingId, at }
  if (booked.length > 0 || (command.type === 'NoteFailed' && failed.length > 0)) return []
  const noted: BookingEvent =
    command.type === 'NoteBooked'
      ? { type: 'RowsBooked', data: { ...about, rows: command.rows } }
      : { type: 'RowFailed', data: { ...about, row: command.row, code: command.code } }
  const why = command.type === 'NoteBooked' ? 'booked' : 'failed'
  return ended ? [noted] : [noted, { type: 'BookingEnded', data: { ...about, why } }]
}

const end = (command: EndBooking, booking: Booking): BookingEvent[] => {
  const about = { bookingId: command.bookingId, at: command.at }
  const ended = (why: BookingEnd): BookingEvent[] => [{ type: 'BookingEnded', data: { ...about, why } }]
  switch (command.type) {
    case 'EndBooking':
      if (booking.ended?.why === command.why) return []
      assertOpen(booking)
      return ended(command.why)
    case 'LapseBooking':
      return stateOf(booking) === 'open' ? ended('lapsed') : []
    case 'TakeCash':
      assertOpen(booking)
      return [{ type: 'BookingEnded', data: { ...about, why: 'other_way', cash: command.cash } }]
    case 'EndForErasure':
      return booking.ended ? [] : ended('cancelled')
    case 'EraseBooking':
      return booking.erased ? [] : [{ type: 'BookingErased', data: about }]
  }
}

export const booking: Decider<Booking | null, BookingCommand, BookingEvent> = { initialState: null, decide, evolve }
