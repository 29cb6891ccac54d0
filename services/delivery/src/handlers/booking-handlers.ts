import { implement } from '@orpc/server'
import { type BookingRecord, deliveryContract, type SenderBookingRecord } from '@tuma/contracts/services'
import { shopKey } from '@tuma/contracts/vocabulary'
import { readBooking, readBookingRow } from '../bookings/booking-streams.ts'
import { openingBookings } from '../bookings/opening-bookings.ts'
import type { Dependencies } from '../dependencies.ts'
import type { BookingsRow } from '../domain/bookings/bookings-view.ts'

/** Parcels that wait for their money, for the agents of the shop that took them in. */
export const bookingHandlers = (dependencies: Dependencies) => {
  const { bookings } = dependencies
  const os = implement(deliveryContract)
  const opening = openingBookings(dependencies)
  return {
    openBooking: os.openBooking.handler(async ({ input: { asked, pay, ...form } }) =>
      toRecord(await opening.open(asked, form, pay)),
    ),
    payBooking: os.payBooking.handler(async ({ input: { pay, ...of } }) => toRecord(await opening.pay(of, pay))),
    bookForCash: os.bookForCash.handler(async ({ input }) => toRecord(await opening.bookForCash(input))),
    cancelBooking: os.cancelBooking.handler(async ({ input }) => toRecord(await opening.cancel(input))),
    bookingsOfShop: os.bookingsOfShop.handler(async ({ input: { shop, day } }) =>
      (await bookings.ofShop(shop, day)).map(toRecord),
    ),
    bookingAt: os.bookingAt.handler(async ({ input: { shop, bookingId } }) => {
      if (!(await readBooking(dependencies, bookingId))) return null
      const row = await readBookingRow(dependencies, bookingId)
      return row.shop === shopKey(shop) ? toRecord(row) : null
    }),
    bookByPrompt: os.bookByPrompt.handler(
      async ({ input: { asked, reference, payerName, phone, formHash, ...form } }) =>
        toSenderRecord(await bookings.ofSenders.ask({ asked, reference, payerName, phone, formHash, form })),
    ),
    senderBookingOfPrompt: os.senderBookingOfPrompt.handler(async ({ input: { promptId } }) => {
      const row = await bookings.ofSenders.ofPrompt(promptId)
      return row && toSenderRecord(row)
    }),
    bookingsOfPayer: os.bookingsOfPayer.handler(async ({ input: { payer } }) =>
      (await bookings.ofSenders.ofPayer(payer)).map(toSenderRecord),
    ),
    hasBookingOfPrompt: os.hasBookingOfPrompt.handler(async ({ input: { shop, promptId } }) => ({
      found: await bookings.isPromptOfShop(promptId, shop),
    })),
  }
}

/** The fields are listed one by one, so that a new field is hidden until it is added here. */
const toRecord = (row: BookingsRow): BookingRecord => {
  const { bookingId, state, openedAt, deliveryType, sender, receiver, total, paid, asked, promptId } = row
  return {
    ...{ bookingId, state, openedAt, deliveryType, sender, receiver, total, paid },
    to: { place: row.place, shop: row.pickupAgent },
    asked: asked && {
      ...{ how: asked.how, state: asked.state, promptId, phone: asked.phone, code: asked.code, at: asked.at },
    },
    ...{ parcel: row.parcel, failedBy: row.failedBy },
  }
}

const toSenderRecord = (row: BookingsRow): SenderBookingRecord => {
  const { bookingId, state, reference, receiver, place, pickupAgent, promptId, total, paid, parcel, failedBy } = row
  const to = { place, shop: pickupAgent }
  const missing = state === 'open' && paid > 0 ? total - paid : 0
  return { bookingId, state, reference, receiver: receiver?.name ?? null, to, promptId, missing, parcel, failedBy }
}
