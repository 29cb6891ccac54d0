import type { CommandContext, UsableMoney } from '@tuma/contracts/services'
import { type PromptState, Refused } from '@tuma/contracts/vocabulary'
import type { Dependencies } from '../dependencies.ts'
import { type Asking, type Booking, bookingStream, stateOf } from '../domain/bookings/booking.ts'
import { type BookingCommand, booking } from '../domain/bookings/booking-decisions.ts'
import { metadataOfStep, payerOf, readBooking } from './booking-streams.ts'

type Deps = Pick<Dependencies, 'streams' | 'payment' | 'environment'>
type Notes = ReturnType<typeof openNotes>
export type BookingMoney = ReturnType<typeof openBookingMoney>

/** Payment has stored no prompt so long after it was asked: a process died before it called. */
const neverAskedMs = 60_000
/** What the agent reads where a prompt has no answer of M-Pesa. */
const noAnswer = 'expired'

/** Asks payment for the money of bookings, and looks at what payment knows of it. Each step may be repeated. */
export const openBookingMoney = (deps: Deps) => {
  const notes = openNotes(deps)
  const prompt = prompting(deps, notes)
  const claim = claiming(deps, notes)
  const lookAtPrompt = lookingAtPrompts(deps, notes)

  const lookAtReceipt = async (found: Booking, asked: Asking): Promise<void> => {
    if (asked.refused || stateOf(found) !== 'open') return
    const { bookingId } = found
    const context = { actor: payerOf(bookingId), commandId: asked.asking, correlationId: bookingId }
    await claim(found, asked, context, true).catch((error) => notes.refusedBy(error, bookingId, asked.asking))
  }

  return {
    /**
     * Asks for the money in the way of this asking. A refusal is recorded, and thrown.
     * @throws Refused prompts_off, prompt_open, payment_used, payer_differs, too_many
     */
    async ask(bookingId: string, asking: string, context: CommandContext): Promise<void> {
      const found = await readBooking(deps, bookingId)
      const asked = found?.askings.find((one) => one.asking === asking)
      if (!found || !asked || asked.promptId !== null || stateOf(found) !== 'open') return
      try {
        await (asked.how === 'prompt' ? prompt(found, asked, context) : claim(found, asked, context, false))
      } catch (error) {
        await notes.refusedBy(error, bookingId, asking)
        throw error
      }
    },

    /** Looks at everything that may still bring money for it. */
    async look(bookingId: string): Promise<void> {
      const found = await readBooking(deps, bookingId)
      if (!found || found.funded) return
      for (const asked of found.askings)
        await (asked.how === 'prompt' ? lookAtPrompt(found, asked) : lookAtReceipt(found, asked))
    },
  }
}

/** What the service notes by itself on the stream of a booking. */
const openNotes = ({ streams, environment: { now } }: Deps) => {
  const record = streams.createRecorder(booking)
  const note = (command: BookingCommand, ...step: string[]) =>
    record(
      bookingStream(command.bookingId),
      command,
      metadataOfStep(command.at, command.bookingId, command.type, ...step),
    )
  return {
    note,

    takeMoney({ bookingId }: Booking, { asking, how }: Asking, money: UsableMoney, cameAt: string) {
      const { paymentId, cents, receipt, amount } = money
      const funds = { paymentId, cents, how, receipt }
      return note(
        { type: 'TakeMoney', bookingId, asking, funds, amount, cameAt, at: now() },
        ...[paymentId, `${cents}`, cameAt],
      )
    },

    /** @throws what is no answer of payment */
    async refusedBy(error: unknown, bookingId: string, asking: string): Promise<void> {
      if (!(error instanceof Refused) || isPassing(error)) throw error
      await note({ type: 'NoteRefused', bookingId, asking, code: error.code, at: now() }, asking)
    },
  }
}

/** Payment says only that it could not now. */
const isPassing = ({ code }: Refused): boolean => ['away', 'busy', 'damaged'].includes(code)

/** Has M-Pesa ask a phone for what is missing. What a sender pays is the sender's. */
const prompting =
  ({ payment, environment: { now } }: Deps, { note }: Notes) =>
  async (found: Booking, { asking, said, agentId }: Asking, context: CommandContext): Promise<void> => {
    const { by, bookingId, reference, sender, paidInPart } = found
    const { actor, correlationId, network } = context
    const amount = paidInPart?.missing ?? found.total
    const { promptId } = await payment.askPrompt({
      ...(by === 'agent'
        ? { asked: { actor: payerOf(bookingId), commandId: asking, correlationId }, agentId }
        : { asked: { actor, commandId: asking, correlationId, network }, bookingId }),
      ...{
        reference,
        senderName: said.payer ?? sender.name,
        phone: said.phone ?? sender.phone,
        amount,
        fees: [amount],
      },
      adds: paidInPart !== null,
    })
    await note({ type: 'NotePrompt', bookingId, asking, promptId, at: now() }, asking)
  }

/** Claims a receipt of the till. @throws Refused payment_used, payer_differs, too_many */
const claiming =
  ({ payment, environment: { now } }: Deps, { takeMoney }: Notes) =>
  async (found: Booking, asked: Asking, context: CommandContext, again: boolean): Promise<void> => {
    const { bookingId, reference, sender, askings } = found
    const { receipt, payer } = asked.said
    const claimed = await payment.claimForBooking({
      ...{ asked: context, payer: payerOf(bookingId), reference, senderName: sender.name },
      ...{ receipt: receipt ?? '', nameOrPhone: payer ?? '', again },
      promptedAs: askings.findLast(({ arrived }) => arrived)?.asking ?? null,
    })
    if (claimed.success) {
      if (claimed.money) await takeMoney(found, asked, claimed.money, now())
    } else if (claimed.code !== 'not_told')
      throw new Refused(claimed.code === 'receipt_unknown' ? 'payer_differs' : 'payment_used')
  }

const endsUnpaid: readonly PromptState[] = ['failed', 'lapsed']

const lookingAtPrompts =
  ({ payment, environment: { now } }: Deps, { note, takeMoney }: Notes) =>
  async (found: Booking, asked: Asking): Promise<void> => {
    const { bookingId } = found
    const { asking } = asked
    const about = { bookingId, asking, at: now() }
    const refuse = (code: string, at: string) => note({ type: 'NoteRefused', ...about, at, code }, asking)
    const known = await payment.promptOfBooking({ payer: payerOf(bookingId), commandId: asking })
    const isLost = !known && Date.parse(about.at) - Date.parse(asked.at) > neverAskedMs
    if (isLost) await refuse(noAnswer, about.at)
    if (!known) return
    const { promptId, state, reason, changedAt, money } = known
    if (asked.promptId === null) await note({ type: 'NotePrompt', ...about, promptId }, asking)
    if (state === 'paid' && money) await takeMoney(found, asked, money, changedAt)
    if (state === 'arrived') await note({ type: 'NoteArrived', ...about }, asking)
    if (endsUnpaid.includes(state)) await refuse(reason ?? noAnswer, changedAt)
  }
