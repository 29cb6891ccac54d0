/**
 * States of a booking: it waits for money; the money is there; its parcel is booked; or it ended without a parcel: an
 * agent cancelled it, no money came within a day, it was paid another way, or its parcel could not be booked.
 */
export const bookingStates = ['open', 'funded', 'booked', 'cancelled', 'lapsed', 'other_way', 'failed'] as const
export type BookingState = (typeof bookingStates)[number]
export const bookingEnds = ['booked', 'cancelled', 'lapsed', 'other_way', 'failed'] as const satisfies BookingState[]
export type BookingEnd = (typeof bookingEnds)[number]

/** How the money of a booking comes: by a prompt on a phone, or by a payment to the till that its payer made. */
export const bookingPays = ['prompt', 'till'] as const
export type BookingPay = (typeof bookingPays)[number]

/**
 * What became of the last request for money: not answered yet, paid without a known receipt, refused or without an
 * answer.
 */
export const askingStates = ['waiting', 'arrived', 'refused'] as const
export type AskingState = (typeof askingStates)[number]

/**
 * The name of the system actor that pays for a booking, as payment knows its money. Only delivery makes it.
 * @param bookingId of 128 bits
 */
export const payerOfBooking = (bookingId: string): string => `booking ${bookingId}`
