import { type RefusalCode, Refused, trackingIdFrom } from '@tuma/contracts/vocabulary'
import { EngineAway } from '@tuma/platform/ports'
import type { Dependencies } from '../dependencies.ts'
import { type Booking, type BookingRow, bookingPerson, bookingStream } from '../domain/bookings/booking.ts'
import { booking } from '../domain/bookings/booking-decisions.ts'
import { bookingsView } from '../domain/bookings/bookings-view.ts'
import { delivery } from '../domain/delivery-decisions.ts'
import type { RequestDelivery } from '../domain/request-decisions.ts'
import { type CounterForm, counterRequests } from '../handlers/counter-requests.ts'
import { deliveryIdOfPayment } from '../ids.ts'
import { type DestinationAsked, parcelRequests } from '../parcel-requests.ts'
import { bindingStickers } from '../stickers/bind-first.ts'
import { metadataOfStep, readBooking } from './booking-streams.ts'

type Deps = Pick<Dependencies, 'streams' | 'network' | 'stickers' | 'hash' | 'environment' | 'settings'>

/** These end a row: the parcel cannot be booked as it was asked for. All other refusals may pass. */
const final = [
  'unknown_shop',
  'unknown_place',
  'fee_changed',
  'payment_used',
  'payment_short',
] as const satisfies RefusalCode[]

/**
 * Books the parcel of a booking whose money is there: one append to the stream that follows from the payment, so that a
 * payment has one parcel, and then the booking's own. Each step may be repeated, by any replica.
 */
export const openBookingParcels = (deps: Deps) => {
  const { streams, environment } = deps
  const toRequest = buildingRequests(deps)
  const request = streams.getHandler(delivery)
  const record = streams.createRecorder(booking)
  const bindSticker = bindingForBookings(deps)

  const append = async (found: Booking, row: BookingRow, wanted: RequestDelivery): Promise<void> => {
    const { bookingId } = found
    const metadata = metadataOfStep(wanted.at, bookingId, 'book', `${row.row}`)
    const { past } = await request(`delivery-${wanted.deliveryId}`, await bindSticker(wanted, bookingId), metadata)
    const requested = (past ?? []).findLast(
      (event) => event.type === 'DeliveryRequested' && event.data.requestHash === wanted.requestHash,
    )
    if (requested?.type !== 'DeliveryRequested') throw new Error(`booking ${bookingId} has no parcel after its append`)
    const { deliveryId, trackingId } = requested.data
    const rows = [{ row: row.row, deliveryId, trackingId }]
    await record(
      bookingStream(bookingId),
      { type: 'NoteBooked', bookingId, rows, at: environment.now() },
      metadataOfStep(environment.now(), bookingId, 'booked'),
    )
  }

  /** Erases its people once rows no longer show them: they are in the parcel, or forgotten. */
  const erase = async (bookingId: string): Promise<void> => {
    await streams.assertShown([bookingsView], 'rows of bookings still show their people')
    await streams.keys.destroy([bookingPerson(bookingId)])
    const at = environment.now()
    const command = { type: 'EraseBooking', bookingId, at } as const
    await record(bookingStream(bookingId), command, metadataOfStep(at, bookingId, 'erase'))
  }

  /** Rows that are late keep it for the next look. */
  const eraseNow = (bookingId: string): Promise<void> =>
    erase(bookingId).catch((error) => {
      if (!(error instanceof EngineAway)) throw error
    })

  return {
    erase,
    eraseNow,

    /** @returns why the parcel could not be booked; null where it is booked, or its money is not there */
    async book(bookingId: string): Promise<RefusalCode | null> {
      const found = await readBooking(deps, bookingId)
      const [row] = found?.rows ?? []
      const isOver = found !== null && (found.booked.length > 0 || found.failed.length > 0)
      if (!found || !row || isOver) return found?.failed[0]?.code ?? null
      const at = environment.now()
      try {
        const wanted = await toRequest(found, row, at)
        if (wanted === null) return null
        await append(found, row, wanted)
        await eraseNow(bookingId)
        return null
      } catch (error) {
        if (!isFinal(error)) throw error
        const command = { type: 'NoteFailed', bookingId, row: row.row, code: error.code, at } as const
        await record(bookingStream(bookingId), command, metadataOfStep(at, bookingId, 'failed'))
        return error.code
      }
    },
  }
}
export type BookingParcels = ReturnType<typeof openBookingParcels>

const isFinal = (error: unknown): error is Refused =>
  error instanceof Refused && (final as readonly string[]).includes(error.code)

/**
 * Money is never refused: where the sticker is on another parcel by now, the parcel gets a tracking id as without a
 * sticker.
 */
const bindingForBookings = (deps: Deps) => {
  const bind = bindingStickers(deps)
  return async (wanted: RequestDelivery, bookingId: string): Promise<RequestDelivery> => {
    try {
      await bind(wanted, metadataOfStep(wanted.at, bookingId, 'sticker', wanted.deliveryId))
      return wanted
    } catch (error) {
      if (!(error instanceof Refused) || !stickerRefusals.includes(error.code)) throw error
      return { ...wanted, trackingId: trackingIdFrom(deps.environment.randomBytes(8)), onSticker: false }
    }
  }
}
const stickerRefusals: readonly RefusalCode[] = ['sticker_unknown', 'sticker_used']

/** @returns the command for its parcel; null while its money is not there */
const buildingRequests = (deps: Deps) => {
  const toCounterRequest = counterRequests(deps)
  const toSenderRequest = parcelRequests(deps)
  return async (found: Booking, row: BookingRow, at: string): Promise<RequestDelivery | null> => {
    const { bookingId, by, quotedAt, senderShop, ownerId, account, language, sticker } = found
    const paid = payingFor(deps, found)
    if (paid === null) return null
    const requestHash = row.formHash ?? deps.hash('row of a booking', [bookingId, row.row])
    const form = { ...toForm(found, row), senderShop }
    if (by === 'agent') return toCounterRequest({ ...paid, form, quotedAt, at, shop: senderShop, requestHash, sticker })
    const { deliveryId, payment } = paid
    const owner = ownerId === undefined ? null : { userId: ownerId, username: account?.username ?? '' }
    return toSenderRequest({ deliveryId, payment, owner, form, quotedAt, language, at, requestHash, held: null })
  }
}

type Paying = Pick<Parameters<ReturnType<typeof counterRequests>>[0], 'deliveryId' | 'agentId' | 'how' | 'payment'>

/** The payment that pays for it, or the cash that an agent took instead; null where there is neither. */
const payingFor = ({ hash }: Deps, { funded, ended, askings, agentId, reference }: Booking): Paying | null => {
  const { cash = null } = ended ?? {}
  if (cash) return { ...cash, how: 'cash', payment: { method: 'cash' } }
  if (!funded) return null
  const { paymentId, cents, how } = funded
  const payment = { method: 'payNow', reference, paymentId, amount: Math.floor(cents / 100), told: true } as const
  const asker = askings.at(-1)?.agentId ?? agentId ?? ''
  return { deliveryId: deliveryIdOfPayment(hash, paymentId), agentId: asker, how, payment }
}

const toForm = ({ sender }: Booking, row: BookingRow): CounterForm => {
  const { place, pickupAgent, tier, fee, kept } = row
  const { name, phone, pickupAddress, moreDetails, parcelDescription } = kept
  const door = { place, tier: tier ?? 'same-day', address: pickupAddress ?? '', moreDetails: moreDetails ?? '' }
  const to: DestinationAsked = pickupAgent === null ? { door } : { shop: { location: place, address: pickupAgent } }
  return {
    ...{ sender: { name: sender.name, phone: sender.phone }, receiver: { name, phone } },
    ...{ to, deliveryFee: fee, parcelDescription },
  }
}
