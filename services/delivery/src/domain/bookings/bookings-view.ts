import {
  type AskingState,
  type BookingPay,
  type BookingState,
  type DeliveryType,
  shopKey,
} from '@tuma/contracts/vocabulary'
import { type RowOf, text, type View } from '@tuma/platform/domain'
import type { BookingChange, BookingEvent, BookingOpened, BookingRow as KeptRow } from './booking.ts'

const person = { orNull: { name: 'text', phone: 'text' } } as const
const shape = {
  bookingId: 'text',
  /** Of the agents who opened it; null: a sender did. */
  shop: 'text or null',
  /** The sender who pays, as a keyed hash; null: it is its own payer. */
  payer: 'text or null',
  ownerId: 'text or null',
  reference: 'text',
  state: text<BookingState>(),
  /** `yes` until its people are erased: so long it is looked after. */
  tended: text<'yes' | 'no'>(),
  openedAt: 'text',
  /** When it ended; null before. */
  endedAt: 'text or null',
  deliveryType: text<DeliveryType>(),
  sender: person,
  receiver: person,
  place: 'text',
  pickupAgent: 'text or null',
  total: 'number',
  paid: 'number',
  /** Of the last prompt. */
  promptId: 'text or null',
  asked: {
    orNull: {
      asking: 'text',
      how: text<BookingPay>(),
      state: text<AskingState>(),
      phone: 'text or null',
      code: 'text or null',
      at: 'text',
    },
  },
  parcel: { orNull: { id: 'text', trackingId: 'text' } },
  failedBy: 'text or null',
} as const
/** A booking as the agents of its shop or its sender see it, without contents and receipts. */
export type BookingsRow = RowOf<typeof shape>

export const bookingsView: View<BookingEvent, BookingsRow> = {
  whenDamaged: 'leavesOut',
  collection: {
    name: 'bookings-v2',
    shape,
    fields: {
      ...{ shop: 'text', state: 'text', tended: 'text', promptId: 'text', openedAt: 'text' },
      ...{ payer: 'text', ownerId: 'text' },
    },
    indexes: [['shop'], ['shop', 'state'], ['tended'], ['promptId'], ['payer', 'state'], ['ownerId']],
    sortBy: 'openedAt',
  },
  getIds: ({ data }) => [data.bookingId],
  project: (row, event) => {
    if (event.type === 'BookingOpened') return toRow(event.data)
    return row && projected(row, event)
  },
}

const toRow = (data: BookingOpened['data']): BookingsRow => {
  const { by, bookingId, sender, senderShop, total, reference, payer = null, ownerId = null, at } = data
  const shop = by === 'agent' ? shopKey(senderShop) : null
  return {
    ...{ bookingId, shop, payer, ownerId, reference, state: 'open', tended: 'yes', openedAt: at, endedAt: null },
    ...{ sender: { name: sender.name, phone: sender.phone }, receiver: null, total, paid: 0 },
    ...{ deliveryType: 'parcelDukani', place: '', pickupAgent: null },
    ...{ promptId: null, asked: null, parcel: null, failedBy: null },
  }
}

const keptIn = (rows: readonly KeptRow[]): Partial<BookingsRow> => {
  const [first] = rows
  if (!first) return {}
  const { kind: deliveryType, place, pickupAgent, kept } = first
  return { deliveryType, place, pickupAgent, receiver: { name: kept.name, phone: kept.phone } }
}

const projected = (row: BookingsRow, { type, data }: BookingChange): BookingsRow => {
  switch (type) {
    case 'BookingRowsKept':
      return { ...row, ...keptIn(data.rows) }
    case 'BookingPaymentAsked': {
      const { asking, how, said, at } = data
      const asked = { asking, how, state: 'waiting' as const, phone: said.phone, code: null, at }
      return { ...row, promptId: null, asked }
    }
    case 'BookingFormChanged': {
      const { rows, sender, total } = data
      return { ...row, ...keptIn(rows), sender: { name: sender.name, phone: sender.phone }, total }
    }
    case 'BookingPrompted':
      return isLast(row, data) ? { ...row, promptId: data.promptId } : row
    case 'BookingPaymentArrived':
      return withAsked(row, data, { state: 'arrived', code: null })
    case 'BookingPaymentRefused':
      return withAsked(row, data, { state: 'refused', code: data.code })
    case 'BookingPaidInPart':
      return { ...row, paid: row.total - data.missing }
    case 'BookingFunded':
      return { ...row, state: 'funded', endedAt: null, paid: Math.floor(data.cents / 100) }
    case 'RowsBooked': {
      const [first] = data.rows
      return {
        ...row,
        ...withoutPeople(row),
        parcel: first ? { id: first.deliveryId, trackingId: first.trackingId } : null,
      }
    }
    case 'RowFailed':
      return { ...row, failedBy: data.code }
    case 'BookingEnded':
      return { ...row, state: data.why, endedAt: data.at }
    case 'BookingErased':
      return { ...row, ...withoutPeople(row), tended: 'no' }
  }
}

/** Its people are in the parcel now, or forgotten. */
const withoutPeople = ({ asked }: BookingsRow): Partial<BookingsRow> => ({
  sender: null,
  receiver: null,
  asked: asked && { ...asked, phone: null },
})

const isLast = ({ asked }: BookingsRow, { asking }: { readonly asking: string }): boolean => asked?.asking === asking

const withAsked = (
  row: BookingsRow,
  data: { readonly asking: string },
  change: Partial<NonNullable<BookingsRow['asked']>>,
): BookingsRow => (row.asked && isLast(row, data) ? { ...row, asked: { ...row.asked, ...change } } : row)
