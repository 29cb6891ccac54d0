import type { Actor, CommandContext } from '@tuma/contracts/services'
import { Refused } from '@tuma/contracts/vocabulary'
import type { KeyedHash } from '@tuma/platform/event-sourcing'
import type { Collection } from '@tuma/platform/ports'
import type { Dependencies } from '../dependencies.ts'
import { type Booking, bookingPerson, bookingStream, stateOf } from '../domain/bookings/booking.ts'
import { type BookingCommand, booking } from '../domain/bookings/booking-decisions.ts'
import type { BookingsRow } from '../domain/bookings/bookings-view.ts'
import { previewRequest } from '../domain/request-decisions.ts'
import { askingIdOfCommand, bookingIdOfSender, bookingPayerKey } from '../ids.ts'
import { type ParcelForm, parcelRequests } from '../parcel-requests.ts'
import type { BookingMoney } from './booking-money.ts'
import type { BookingParcels } from './booking-parcels.ts'
import { toRow } from './booking-row.ts'
import { metadataOfStep, readBooking, readBookingRow } from './booking-streams.ts'
import { endUnasked, isRefusedForGood } from './unasked.ts'

type Deps = Pick<Dependencies, 'streams' | 'network' | 'hash' | 'environment' | 'settings' | 'buildMetadata'> & {
  readonly rows: Collection<BookingsRow>
  readonly money: BookingMoney
  readonly parcels: BookingParcels
}
/** `phone` is the payer's. `formHash`: of the same form where it is sent by itself. */
export type WantedBooking = {
  readonly asked: CommandContext
  readonly reference: string
  readonly payerName: string
  readonly phone: string
  readonly form: ParcelForm
  readonly formHash: string
}

/** Bookings without money that a payer may have at the same time. */
const maxOpen = { visitor: 3, user: 20 }
const maxListed = 20

/** Parcels that senders pay for by a prompt: the money books them, and the sender need not come back. */
export const senderBookings = (deps: Deps) => {
  const { streams, hash, buildMetadata, rows, money, parcels } = deps
  const handle = streams.getHandler(booking)
  const build = buildingCommands(deps)

  return {
    /**
     * Stores the form and asks for its money. The same command again asks no second time.
     * @throws Refused names_incomplete, unknown_place, unknown_shop, fee_changed, prompts_off, prompt_open, too_many
     */
    async ask(wanted: WantedBooking): Promise<BookingsRow> {
      const { asked } = wanted
      const payer = bookingPayerKey(hash, asked.actor)
      const { bookingId, before, asking, isRepeated } = await findCurrent(deps, wanted, payer)
      if (before) await money.look(bookingId)
      else await assertFewOpen(rows, payer, asked.actor)
      const now = before && (await readBooking(deps, bookingId))
      if (!isRepeated && (!now || stateOf(now) === 'open')) {
        const command = await build(wanted, { bookingId, asking, payer, isNew: !now })
        await handle(bookingStream(bookingId), command, buildMetadata(asked))
      }
      try {
        await money.ask(bookingId, asking, asked)
      } catch (error) {
        if (!before && isRefusedForGood(error)) {
          await endUnasked(deps, bookingId)
          await parcels.eraseNow(bookingId)
        }
        throw error
      }
      await parcels.book(bookingId)
      return readBookingRow(deps, bookingId)
    },

    async ofPrompt(promptId: string): Promise<BookingsRow | null> {
      const { documents } = await rows.find({ where: { promptId }, limit: 1 })
      const [row] = documents
      return row && row.payer !== null ? readBookingRow(deps, row.bookingId) : null
    },

    /** Without those that are booked, newest first. */
    async ofPayer(payer: Actor): Promise<BookingsRow[]> {
      const keys = payerKeys(hash, payer)
      const where = { payer: keys, state: ['open', 'funded', 'cancelled', 'lapsed', 'other_way', 'failed'] }
      return keys.length === 0 ? [] : (await rows.find({ where, limit: maxListed })).documents
    },

    /** The form was sent with another payment: money that still comes for it is the sender's, and books nothing. */
    async endSent(actor: Actor, reference: string): Promise<void> {
      const keys = payerKeys(hash, actor)
      if (keys.length === 0) return
      const { documents } = await rows.find({ where: { payer: keys, state: 'open' }, limit: maxListed })
      for (const { bookingId } of documents.filter((row) => row.reference === reference))
        await endAsSent(deps, bookingId)
    },
  }
}

/** Those of the account, and of the browser. */
const payerKeys = (hash: KeyedHash, actor: Actor): string[] => {
  if (actor.kind === 'system') return []
  const { visitorId } = actor
  const visitor = visitorId ? [bookingPayerKey(hash, { kind: 'visitor', visitorId })] : []
  return actor.kind === 'user' ? [bookingPayerKey(hash, actor), ...visitor] : visitor
}

type Current = {
  readonly bookingId: string
  readonly before: Booking | null
  /** Of this press. */
  readonly asking: string
  readonly isRepeated: boolean
}

/**
 * The booking of this payer and reference that the press is about. One that has ended, or that has booked another form, is
 * over: the next one begins.
 */
const findCurrent = async (deps: Deps, wanted: WantedBooking, payer: string, attempt = 0): Promise<Current> => {
  const { hash } = deps
  const { asked, reference, formHash } = wanted
  const bookingId = bookingIdOfSender(hash, payer, reference, attempt)
  const asking = askingIdOfCommand(hash, bookingId, asked.commandId)
  const before = await readBooking(deps, bookingId)
  if (!before) return { bookingId, before, asking, isRepeated: false }
  const isRepeated = before.askings.some((one) => one.asking === asking) && before.ended?.why !== 'failed'
  const hasForm = before.rows[0]?.formHash === hash('request', formHash)
  const state = stateOf(before)
  const isCurrent = isRepeated || state === 'open' || (hasForm && (state === 'funded' || state === 'booked'))
  return isCurrent ? { bookingId, before, asking, isRepeated } : findCurrent(deps, wanted, payer, attempt + 1)
}

/** @throws Refused too_many */
const assertFewOpen = async (rows: Collection<BookingsRow>, payer: string, { kind }: Actor): Promise<void> => {
  const max = maxOpen[kind === 'user' ? 'user' : 'visitor']
  const { documents } = await rows.find({ where: { payer, state: 'open' }, limit: max })
  if (documents.length >= max) throw new Refused('too_many')
}

/** Money that has come meanwhile is not taken back: then the parcel is booked twice, as it was paid twice. */
const endAsSent = async ({ streams, environment }: Deps, bookingId: string): Promise<void> => {
  const at = environment.now()
  const command = { type: 'EndBooking', bookingId, why: 'other_way', at } as const
  const end = streams.getHandler(booking)
  await end(bookingStream(bookingId), command, metadataOfStep(at, bookingId, 'sent')).catch((error) => {
    if (!(error instanceof Refused) || error.code !== 'booking_ended') throw error
  })
}

type OfCommand = {
  readonly bookingId: string
  readonly asking: string
  readonly payer: string
  readonly isNew: boolean
}

/** Opens the booking, or asks again with the form as it is now; with the prices of now. */
const buildingCommands = (deps: Deps) => {
  const toRequest = parcelRequests(deps)
  return async (wanted: WantedBooking, { bookingId, asking, payer, isNew }: OfCommand): Promise<BookingCommand> => {
    const { asked, reference, form, formHash, phone, payerName } = wanted
    const { at } = deps.buildMetadata(asked)
    const { actor, language } = asked
    const owner = actor.kind === 'user' ? { userId: actor.userId, username: actor.username } : null
    const requestHash = deps.hash('request', formHash)
    const previewed = previewRequest(
      await toRequest({
        ...{ form, deliveryId: bookingId, requestHash, owner, at, quotedAt: null, language, held: null },
        payment: { method: 'cash' },
      }),
    )
    const personId = bookingPerson(bookingId)
    const rows = [{ ...toRow(previewed, personId), formHash: requestHash }]
    const sender = { personId, ...form.sender }
    const filledIn = { total: previewed.fee, quotedAt: at, sender, senderShop: previewed.senderShop }
    const said = { personId, phone, receipt: null, payer: payerName }
    const about = { bookingId, at, asked: { asking, how: 'prompt' as const, said } }
    if (!isNew) return { ...about, type: 'AskForMoney', form: { ...filledIn, rows } }
    const opened = { by: 'sender' as const, count: 1, requestHash, reference, payer, language, ...filledIn }
    return { ...about, type: 'OpenBooking', rows, opened: { ...opened, ...accountOf(owner, personId) } }
  }
}

const accountOf = (owner: { readonly userId: string; readonly username: string } | null, personId: string) =>
  owner === null ? {} : { ownerId: owner.userId, account: { personId, username: owner.username } }
