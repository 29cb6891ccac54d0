import type { EventMetadata } from '@tuma/platform/event-sourcing'
import type { C2bConfirmation, DarajaSettings, ShownPhone, StatusResult } from '../daraja/index.ts'
import type { Payment, PaymentEvent, Seen } from '../domain/payment.ts'
import type { PaymentCommand, SeePayment } from '../domain/payment-decisions.ts'
import { isUnchecked } from '../domain/unchecked.ts'
import { paymentAskedAbout } from '../prompts/asking-status.ts'
import type { RejectCallback } from '../rejected-callbacks.ts'

/** What M-Pesa said about one payment. */
export type Told = ShownPhone & {
  readonly receipt: string
  readonly cents: number
  readonly paidAt: string
  readonly payerName: string | null
}
export type SeenIn = (by: Seen['by'], told: Told, asked: boolean) => { readonly paymentId: string; readonly seen: Seen }
type Paid = { readonly state: Payment | null; readonly events: readonly PaymentEvent[] }

/** Reads what comes to the address of confirmations, and M-Pesa's answers about a receipt. */
export const readingConfirmations = (deps: {
  readonly settings: { readonly daraja: Pick<DarajaSettings, 'ourCodes'> }
  readonly rejectCallback: RejectCallback
  /** Notes that M-Pesa reports payments by hand, so one that M-Pesa does not report becomes doubtful. */
  readonly heard: () => void
  /** Asks M-Pesa about an unchecked confirmation; does nothing without an initiator. */
  readonly check: (unchecked: { readonly paymentId: string; readonly receipt: string }) => void
  readonly seenIn: SeenIn
  readonly pay: (paymentId: string, command: PaymentCommand, metadata: EventMetadata) => Promise<Paid>
}) => {
  const { settings, rejectCallback, heard, check, seenIn, pay } = deps
  const { ourCodes } = settings.daraja

  const keepUnchecked = async (told: Told, metadata: EventMetadata): Promise<void> => {
    const { at } = metadata
    const { paymentId, seen } = seenIn('unchecked', told, false)
    const { state, events } = await pay(paymentId, { type: 'SeePayment', seen, of: null, at }, metadata)
    const isNews = events.some(({ type }) => type === 'PaymentSeen')
    if (isNews) rejectCallback(state?.contradicted ? 'unchecked_amount' : 'unchecked')
    if (state && isUnchecked(state)) check({ paymentId, receipt: told.receipt })
  }

  return {
    /** @param addressChecked the call came from an address on a list that is in force */
    async readConfirmation(confirmation: C2bConfirmation | null, addressChecked: boolean, metadata: EventMetadata) {
      if (!confirmation) return rejectCallback('unreadable')
      const { kind, shortCode } = confirmation
      // Money that we move between our own accounts comes to the same address.
      if (kind === 'own') return
      if (shortCode !== null && !ourCodes.includes(shortCode)) return rejectCallback('other_till')
      const { at } = metadata
      const told = { ...confirmation, paidAt: confirmation.paidAt ?? at }
      if (kind === 'unknown') rejectCallback('unknown_type')
      if (kind === 'unknown' || !addressChecked) return keepUnchecked(told, metadata)
      const { paymentId, seen } = seenIn('confirmation', told, false)
      await pay(paymentId, { type: 'SeePayment', seen, of: null, at }, metadata)
      heard()
    },

    async readStatus(about: string, told: StatusResult | null, metadata: EventMetadata): Promise<void> {
      const command = told && statusCommand(told, metadata.at, ourCodes, seenIn)
      if (!command) return rejectCallback(told ? 'no_answer' : 'unreadable')
      const { state, events } = await pay(paymentAskedAbout(about), command, metadata)
      const wasUnchecked = state?.seenBy.includes('unchecked') ?? false
      if (wasUnchecked && events.some(({ type }) => type === 'PaymentConfirmed')) heard()
    },
  }
}

/** Null where the answer says nothing about the money. */
const statusCommand = (
  told: StatusResult,
  at: string,
  ourCodes: readonly string[],
  seenIn: SeenIn,
): SeePayment | PaymentCommand | null => {
  if (told.kind === 'no_such_transaction') return { type: 'DoubtPayment', because: 'no_such_transaction', at }
  if (told.kind === 'no_answer') return null
  const { state, receipt, cents, finishedAt, creditedTo } = told
  if (state === 'reversed') return { type: 'ReversePayment', cents: cents ?? 0, at }
  if (state === 'failed') return { type: 'DoubtPayment', because: 'no_such_transaction', at }
  if (state !== 'completed' || receipt === null || cents === null) return null
  if (creditedTo !== null && !ourCodes.includes(creditedTo)) return { type: 'DoubtPayment', because: 'other_till', at }
  const { seen } = seenIn('confirmation', { ...told, receipt, cents, paidAt: finishedAt ?? at }, true)
  return { type: 'SeePayment', seen, of: null, at }
}
