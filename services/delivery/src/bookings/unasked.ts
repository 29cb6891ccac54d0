import { type RefusalCode, Refused } from '@tuma/contracts/vocabulary'
import type { Dependencies } from '../dependencies.ts'
import { bookingStream } from '../domain/bookings/booking.ts'
import { booking } from '../domain/bookings/booking-decisions.ts'
import { metadataOfStep } from './booking-streams.ts'

/** After these the same press goes on where it stopped. */
const passing: readonly RefusalCode[] = ['away', 'busy', 'damaged', 'key_reused']

/** Payment refused to ask a phone, and the same press would be refused again. */
export const isRefusedForGood = (error: unknown): boolean => error instanceof Refused && !passing.includes(error.code)

/** Nothing was asked of a phone, so no money can come for it. */
export const endUnasked = async (
  { streams, environment }: Pick<Dependencies, 'streams' | 'environment'>,
  bookingId: string,
): Promise<void> => {
  const at = environment.now()
  const command = { type: 'EndBooking', bookingId, why: 'failed', at } as const
  await streams.getHandler(booking)(bookingStream(bookingId), command, metadataOfStep(at, bookingId, 'never asked'))
}
