import { payerOfBooking, Refused, type Shop } from '@tuma/contracts/vocabulary'
import { derivedId, type EventMetadata, fold, type Recorded } from '@tuma/platform/event-sourcing'
import type { Dependencies } from '../dependencies.ts'
import { type Booking, type BookingEvent, bookingStream } from '../domain/bookings/booking.ts'
import { booking } from '../domain/bookings/booking-decisions.ts'
import { type BookingsRow, bookingsView } from '../domain/bookings/bookings-view.ts'
import { sameShop } from '../domain/delivery.ts'

type Deps = Pick<Dependencies, 'streams'>

/** This name is stored and must not change. */
const bookingsName = 'delivery bookings'

const getPast = async ({ streams }: Deps, bookingId: string) =>
  (await streams.read(bookingStream(bookingId))) as Recorded<BookingEvent>[]

/** The booking from its stream: right even when the read models are behind. */
export const readBooking = async (deps: Deps, bookingId: string): Promise<Booking | null> =>
  fold(booking, await getPast(deps, bookingId))

/** Its row from its stream. @throws Refused not_found */
export const readBookingRow = async (deps: Deps, bookingId: string): Promise<BookingsRow> => {
  const past = await getPast(deps, bookingId)
  const row = past.reduce<BookingsRow | null>((row, event) => bookingsView.project(row, event, bookingId), null)
  if (!row) throw new Refused('not_found')
  return row
}

/** For agents of the shop that opened it. @throws Refused not_found */
export const readOwnBooking = async (deps: Deps, bookingId: string, shop: Shop): Promise<Booking> => {
  const found = await readBooking(deps, bookingId)
  if (found?.by !== 'agent' || !sameShop(found.senderShop, shop)) throw new Refused('not_found')
  return found
}

/** Pays for the booking, as payment knows it: no person can show its money. */
export const payerOf = (bookingId: string) => ({ kind: 'system', name: payerOfBooking(bookingId) }) as const

/** Of a step that the service takes by itself; the same step has the same command id. */
export const metadataOfStep = (at: string, bookingId: string, ...step: string[]): EventMetadata => ({
  at,
  commandId: derivedId(bookingsName, bookingId, ...step),
  correlationId: bookingId,
  causationId: bookingId,
  actor: { kind: 'system', name: bookingsName },
})
