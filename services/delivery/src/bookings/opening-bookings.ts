import { type CommandContext, nameOfActor } from '@tuma/contracts/services'
import { Refused } from '@tuma/contracts/vocabulary'
import type { Dependencies } from '../dependencies.ts'
import { type Booking, bookingPerson, bookingStream } from '../domain/bookings/booking.ts'
import { type BookingCommand, booking } from '../domain/bookings/booking-decisions.ts'
import type { BookingsRow } from '../domain/bookings/bookings-view.ts'
import { previewRequest } from '../domain/request-decisions.ts'
import { type CounterForm, counterRequests, getAgentAtCounter } from '../handlers/counter-requests.ts'
import { askingIdOfCommand, bookingIdOfCommand, deliveryIdOfCommand } from '../ids.ts'
import { toRow } from './booking-row.ts'
import { readBooking, readBookingRow, readOwnBooking } from './booking-streams.ts'
import type { Bookings } from './bookings.ts'
import { endUnasked, isRefusedForGood } from './unasked.ts'

type Pay = Pick<Booking['askings'][number], 'how'> & {
  readonly phone: string | null
  readonly receipt: string | null
  readonly payer: string | null
}
type Deps = Pick<
  Dependencies,
  'streams' | 'network' | 'stickers' | 'hash' | 'environment' | 'settings' | 'buildMetadata'
> & {
  readonly bookings: Bookings
}
/** `sticker`: as typed or scanned. */
type FormWithSticker = CounterForm & { readonly sticker?: string | undefined }
type OfBooking = { readonly asked: CommandContext; readonly bookingId: string }

/** Bookings as agents open them, go on with them and end them. Each press may be repeated by its command id. */
export const openingBookings = (deps: Deps) => {
  const { streams, hash, buildMetadata, bookings, stickers } = deps
  const handle = streams.getHandler(booking)
  const build = bookingFrom(deps)

  const send = (command: BookingCommand, asked: CommandContext) =>
    handle(bookingStream(command.bookingId), command, buildMetadata(asked))

  /** Asks for the money, and books the parcel if it is there already. */
  const askAndBook = async (bookingId: string, asking: string, asked: CommandContext): Promise<BookingsRow> => {
    await bookings.money.ask(bookingId, asking, asked)
    await bookings.parcels.book(bookingId)
    return readBookingRow(deps, bookingId)
  }

  return {
    /** @throws Refused unknown_shop, unknown_place, fee_changed, prompts_off, prompt_open, payment_used, too_many,
     * sticker_unknown, sticker_used */
    async open(asked: CommandContext, { sticker, ...form }: FormWithSticker, pay: Pay): Promise<BookingsRow> {
      getAgentAtCounter(asked)
      const { bookingId, before } = await readRepeated(deps, asked)
      const asking = askingIdOfCommand(hash, bookingId, asked.commandId)
      if (!before) {
        const free = sticker === undefined ? undefined : await stickers.readFree(sticker)
        await send(await build(asked, { bookingId, asking, form, pay, sticker: free }), asked)
      }
      try {
        return await askAndBook(bookingId, asking, asked)
      } catch (error) {
        if (isRefusedForGood(error)) await endUnasked(deps, bookingId)
        throw error
      }
    },

    /** @throws Refused not_found, booking_ended, prompt_open, prompts_off, payment_used, too_many */
    async pay({ asked, bookingId }: OfBooking, pay: Pay): Promise<BookingsRow> {
      const { agentId, shop } = getAgentAtCounter(asked)
      await readOwnBooking(deps, bookingId, shop)
      const { at } = buildMetadata(asked)
      const asking = askingIdOfCommand(hash, bookingId, asked.commandId)
      const wanted = { asking, ...toAsked(bookingId, pay), agentId }
      await bookings.money.look(bookingId)
      await send({ type: 'AskForMoney', bookingId, asked: wanted, at }, asked)
      return askAndBook(bookingId, asking, asked)
    },

    /** @throws Refused not_found, booking_ended, unknown_shop, unknown_place, fee_changed */
    async bookForCash({ asked, bookingId }: OfBooking): Promise<BookingsRow> {
      const { agentId, shop } = getAgentAtCounter(asked)
      await readOwnBooking(deps, bookingId, shop)
      const { at } = buildMetadata(asked)
      const deliveryId = deliveryIdOfCommand(hash, `booking ${bookingId}`, asked.commandId)
      await send({ type: 'TakeCash', bookingId, cash: { agentId, deliveryId }, at }, asked)
      const refused = await bookings.parcels.book(bookingId)
      if (refused !== null) throw new Refused(refused)
      return readBookingRow(deps, bookingId)
    },

    /** @throws Refused not_found, booking_ended */
    async cancel({ asked, bookingId }: OfBooking): Promise<BookingsRow> {
      const { shop } = getAgentAtCounter(asked)
      await readOwnBooking(deps, bookingId, shop)
      const { at } = buildMetadata(asked)
      await send({ type: 'EndBooking', bookingId, why: 'cancelled', at }, asked)
      return readBookingRow(deps, bookingId)
    },
  }
}

/** A press that is refused may be sent again; then it is another booking. @throws Refused key_reused */
const readRepeated = async (deps: Deps, asked: CommandContext, attempt = 0): Promise<Pressed> => {
  const bookingId = bookingIdOfCommand(deps.hash, nameOfActor(asked.actor), asked.commandId, attempt)
  const before = await readBooking(deps, bookingId)
  const { requestHash } = deps.buildMetadata(asked)
  if (before && requestHash !== undefined && requestHash !== before.requestHash) throw new Refused('key_reused')
  const wasRefused = before?.ended?.why === 'failed' && before.funded === null
  return wasRefused ? readRepeated(deps, asked, attempt + 1) : { bookingId, before }
}
type Pressed = { readonly bookingId: string; readonly before: Booking | null }

const toAsked = (bookingId: string, { how, phone, receipt, payer }: Pay) => ({
  how,
  said: { personId: bookingPerson(bookingId), phone, receipt, payer },
})

type Opening = {
  readonly bookingId: string
  readonly asking: string
  readonly form: CounterForm
  readonly pay: Pay
  readonly sticker: string | undefined
}

/** M-Pesa shows its payer at most twelve characters. */
const toReference = (bookingId: string): string => `PAY-${bookingId.slice(0, 8).toUpperCase()}`

/** @returns the command for a booking of one parcel, with the prices of now. */
const bookingFrom = (deps: Deps) => {
  const toRequest = counterRequests(deps)
  return async (asked: CommandContext, { bookingId, asking, form, pay, sticker }: Opening): Promise<BookingCommand> => {
    const { agentId, shop } = getAgentAtCounter(asked)
    const { at, requestHash = deps.hash('form', form) } = deps.buildMetadata(asked)
    const wanted = await toRequest({
      ...{ deliveryId: bookingId, requestHash, agentId, shop, form, at, quotedAt: null },
      ...{ how: pay.how, payment: { method: 'cash' } },
    })
    const previewed = previewRequest(wanted)
    const personId = bookingPerson(bookingId)
    const { name, phone } = form.sender
    const row = toRow(previewed, personId)
    return {
      ...{ type: 'OpenBooking', bookingId, at, rows: [row] },
      asked: { asking, ...toAsked(bookingId, withPhone(pay, phone)), agentId },
      opened: {
        ...{ by: 'agent', agentId, count: 1, total: row.fee, quotedAt: at, requestHash },
        ...{ reference: toReference(bookingId), sender: { personId, name, phone } },
        senderShop: previewed.senderShop,
        ...(sticker === undefined ? {} : { sticker }),
      },
    }
  }
}

const withPhone = (pay: Pay, phone: string): Pay =>
  pay.how === 'prompt' && pay.phone === null ? { ...pay, phone } : pay
