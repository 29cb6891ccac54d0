import { type Actor, type CommandContext, nameOfActor, type UsableMoney } from '@tuma/contracts/services'
import { payerOfBooking } from '@tuma/contracts/vocabulary'
import { fold, type KeyedHash, type Recorded, type Streams } from '@tuma/platform/event-sourcing'
import { computeWorth, getShillings, isPayer, isTold, isUsable, type Payment, payerFrom } from '../domain/payment.ts'
import { payment } from '../domain/payment-decisions.ts'
import { type Prompt, type PromptEvent, prompt, promptStream, stateAfter } from '../domain/prompt/prompt.ts'
import { shownBy } from '../payer.ts'
import { promptIdOf } from '../prompts/asking-prompts.ts'
import { getPast } from '../recorded.ts'
import type { StoredDomainEvent } from '../stored-events.ts'
import type { claimingReceipts } from './claiming-receipts.ts'

type Claim = {
  /** By the agent at whose counter the receipt is shown. */
  readonly asked: CommandContext
  readonly payer: Actor
  readonly reference: string
  readonly senderName: string
  readonly receipt: string
  readonly nameOrPhone: string
  readonly promptedAs: string | null
  readonly again: boolean
}

/** Money for delivery's bookings. Each booking is a payer of its own, so no limit of persons concerns these questions. */
export const forBookings = (deps: {
  readonly streams: Streams<StoredDomainEvent>
  readonly hash: KeyedHash
  readonly claimReceipt: ReturnType<typeof claimingReceipts>
}) => {
  const { streams, hash, claimReceipt } = deps

  /** Null while it cannot be used: it is reversed, doubted or used already. What was added counts with its first part. */
  const getMoney = async (paymentId: string): Promise<UsableMoney | null> => {
    const found = await readPayment(streams, paymentId)
    if (found?.addedTo) return getMoney(found.addedTo.into)
    if (!found || !isUsable(found)) return null
    return { paymentId, amount: getShillings(found), cents: computeWorth(found), receipt: found.code }
  }

  return {
    async prompt({ payer, commandId }: { readonly payer: Actor; readonly commandId: string }) {
      const shown = shownBy(payer, '', hash)
      const promptId = promptIdOf(hash, payerFrom(shown), commandId)
      const past = (await streams.read(promptStream(promptId))) as Recorded<PromptEvent>[]
      const found = fold(prompt, past)
      const changed = past.findLast((event) => stateAfter(event) !== null)
      if (!found || !changed || !(isPayer(found.payer, shown) || isOfBooking(found, payer))) return null
      const { state, reason, paymentId } = found
      const money = paymentId === null ? null : await getMoney(paymentId)
      return { promptId, state, reason, changedAt: changed.metadata.at, money }
    },

    /** @throws Refused too_many */
    async claim({ asked, payer, promptedAs, again, ...claim }: Claim) {
      const shown = shownBy(payer, '', hash)
      const promptId = promptedAs === null ? null : promptIdOf(hash, payerFrom(shown), promptedAs)
      const known = await readPayment(streams, hash('code', claim.receipt.replace(/\s/g, '').toUpperCase()))
      if (promptId === null && !(known && isTold(known))) return { success: false as const, code: 'not_told' as const }
      const { network: _, ...context } = asked
      const guesser = again ? null : nameOfActor(asked.actor)
      const claimed = await claimReceipt({
        ...{ ...claim, promptId, guesser, adds: true },
        asked: { ...context, actor: payer },
      })
      if (!claimed.success) return claimed
      return { success: true as const, money: await getMoney(claimed.paymentId) }
    },
  }
}

/** A sender's prompt: its id is derived from the booking, and its money belongs to the sender. */
const isOfBooking = ({ bookingId }: Prompt, payer: Actor): boolean =>
  bookingId !== undefined && payer.kind === 'system' && payer.name === payerOfBooking(bookingId)

const readPayment = async (streams: Streams<StoredDomainEvent>, paymentId: string): Promise<Payment | null> =>
  fold(payment, await getPast(streams, paymentId))
