import { paymentEvents } from '@tuma/contracts/events'
import { type EatDay, type Shop, shopKey } from '@tuma/contracts/vocabulary'
import { on, pollUnderLease, type Reaction, unlessDamaged } from '@tuma/platform/event-sourcing'
import { type Collection, everyDocument } from '@tuma/platform/ports'
import type { Log } from '@tuma/platform/runtime'
import type { Dependencies } from '../dependencies.ts'
import { bookingStream } from '../domain/bookings/booking.ts'
import { booking, lapsesAfterMs } from '../domain/bookings/booking-decisions.ts'
import { type BookingsRow, bookingsView } from '../domain/bookings/bookings-view.ts'
import { type BookingMoney, openBookingMoney } from './booking-money.ts'
import { type BookingParcels, openBookingParcels } from './booking-parcels.ts'
import { metadataOfStep } from './booking-streams.ts'
import { senderBookings } from './sender-bookings.ts'

const looksEveryMs = 60_000
/** News of money may come late where a service was away; afterwards payment's own news is still heard. */
const watchesAfterEndMs = 2 * 60 * 60_000
/** So long after another end than a parcel the people of a booking are forgotten. */
const forgetsAfterMs = 7 * 24 * 60 * 60_000
const dayMs = 24 * 60 * 60_000
const lookedAtOnce = 8

type Deps = Pick<
  Dependencies,
  'streams' | 'payment' | 'network' | 'stickers' | 'hash' | 'environment' | 'settings' | 'buildMetadata'
> & {
  readonly log: Log
}

/**
 * Bookings from their opening to their parcel, a process manager: what a crash, a lost message or an outage has left
 * open, one replica finishes a minute later.
 */
export const openBookings = async (deps: Deps) => {
  const { streams, log } = deps
  const rows = await streams.readModel(bookingsView)
  const money = openBookingMoney(deps)
  const parcels = openBookingParcels(deps)
  const tend = tending({ ...deps, money, parcels })

  const look = async (): Promise<void> => {
    const open = await Array.fromAsync(everyDocument(rows, { where: { tended: 'yes' } }))
    for (let first = 0; first < open.length; first += lookedAtOnce) {
      const some = open.slice(first, first + lookedAtOnce)
      await Promise.all(some.map((row) => unlessDamaged(tend(row), undefined)))
    }
  }
  const onFault = (error: unknown) => log.error({ err: error }, 'delivery can not look after its bookings')
  const looks = pollUnderLease(looksEveryMs, { lease: streams.leaseFor('bookings'), look, onFault })
  void looks.pollNow()

  return {
    money,
    parcels,
    ofSenders: senderBookings({ ...deps, rows, money, parcels }),
    ofShop: listOfShop(rows),
    reactions: [hearingPrompts(deps, rows, money, parcels)],
    /** Looks at all of them now. */
    lookNow: looks.pollNow,

    async isPromptOfShop(promptId: string, shop: Shop): Promise<boolean> {
      const { documents } = await rows.find({ where: { promptId }, limit: 1 })
      return documents[0]?.shop === shopKey(shop)
    },
    /** Ends the bookings of an account that is deleted; one whose money is there is booked first. */
    async eraseOwner(ownerId: string): Promise<void> {
      const owned = await Array.fromAsync(everyDocument(rows, { where: { ownerId } }))
      for (const row of owned.filter(({ tended }) => tended === 'yes'))
        await endForErasure({ ...deps, money, parcels }, row)
    },

    /** Ends the bookings that name this phone (254…); one whose money is there is booked first. @returns how many */
    async erasePhone(phone: string): Promise<number> {
      await streams.assertShown([bookingsView], 'the bookings do not show all that is recorded')
      const named = await Array.fromAsync(everyDocument(rows, { where: { tended: 'yes' } }))
      const theirs = named.filter(({ sender, receiver, asked }) =>
        [sender?.phone, receiver?.phone, asked?.phone].includes(phone),
      )
      for (const row of theirs) await endForErasure({ ...deps, money, parcels }, row)
      return theirs.length
    },
    close: looks.close,
  }
}
export type Bookings = Awaited<ReturnType<typeof openBookings>>

const listOfShop =
  (rows: Collection<BookingsRow>) =>
  /** Those that wait, and those of that day in Nairobi, newest first; none that was refused before it asked a phone. */
  async (shop: Shop, day: EatDay): Promise<BookingsRow[]> => {
    const key = shopKey(shop)
    const from = new Date(`${day}T00:00:00+03:00`)
    const between = { from: from.toISOString(), to: new Date(from.getTime() + dayMs).toISOString() }
    const [waiting, ofDay] = await Promise.all([
      Array.fromAsync(everyDocument(rows, { where: { shop: key, state: ['open', 'funded'] } })),
      Array.fromAsync(everyDocument(rows, { where: { shop: key }, between })),
    ])
    const each = new Map([...waiting, ...ofDay].map((row) => [row.bookingId, row]))
    return [...each.values()]
      .filter(({ state, failedBy }) => state !== 'failed' || failedBy !== null)
      .sort((one, other) => (one.openedAt < other.openedAt ? 1 : -1))
  }

type Parts = { readonly money: BookingMoney; readonly parcels: BookingParcels }

type Due = 'erase' | 'book' | 'look' | 'nothing'

/** What is due for a booking that is tended. @param since ms since an instant */
const dueFor = (row: BookingsRow, since: (instant: string) => number): Due => {
  const { state, openedAt, endedAt, parcel, failedBy } = row
  switch (state) {
    case 'open':
    case 'funded':
      return 'look'
    case 'booked':
      return 'erase'
    default: {
      const sinceMs = since(endedAt ?? openedAt)
      if (parcel !== null || sinceMs > forgetsAfterMs) return 'erase'
      if (state === 'other_way') return failedBy === null ? 'book' : 'nothing'
      return state !== 'failed' && sinceMs <= watchesAfterEndMs ? 'look' : 'nothing'
    }
  }
}

/** Does what is due for one booking. */
const tending = ({ streams, environment, money, parcels }: Deps & Parts) => {
  const record = streams.createRecorder(booking)
  return async (row: BookingsRow): Promise<void> => {
    const { bookingId } = row
    const at = environment.now()
    const since = (instant: string): number => Date.parse(at) - Date.parse(instant)
    const due = dueFor(row, since)
    if (due === 'erase') return parcels.erase(bookingId)
    if (due === 'look') await money.look(bookingId)
    if (due !== 'nothing') await parcels.book(bookingId)
    if (row.state !== 'open' || since(row.openedAt) <= lapsesAfterMs) return
    const command = { type: 'LapseBooking', bookingId, at } as const
    await record(bookingStream(bookingId), command, metadataOfStep(at, bookingId, 'lapse'))
  }
}

/** An erased booking keeps ids and amounts. Its people are erased even where its parcel could not be booked. */
const endForErasure = async (deps: Deps & Parts, { bookingId }: BookingsRow): Promise<void> => {
  const { streams, environment, money, parcels } = deps
  const at = environment.now()
  await money.look(bookingId)
  await parcels.book(bookingId)
  const command = { type: 'EndForErasure', bookingId, at } as const
  await streams.createRecorder(booking)(
    bookingStream(bookingId),
    command,
    metadataOfStep(at, bookingId, 'erased phone'),
  )
  await parcels.erase(bookingId)
}

/** Payment tells of each prompt; what it says is asked again, so that news may come twice, late or in another order. */
const hearingPrompts = (
  { streams }: Deps,
  rows: Collection<BookingsRow>,
  money: BookingMoney,
  parcels: BookingParcels,
): Reaction => {
  const find = async (promptId: string) => (await rows.find({ where: { promptId }, limit: 1 })).documents[0]
  return on(paymentEvents.promptChanged, async ({ promptId, state }) => {
    if (state === 'asked' || state === 'sent' || state === 'unknown') return
    const known = await find(promptId)
    if (!known) await streams.assertShown([bookingsView], 'the bookings do not show all that is recorded')
    const row = known ?? (await find(promptId))
    if (!row) return
    await money.look(row.bookingId)
    await parcels.book(row.bookingId)
  })
}
