import type { Actor } from '@tuma/contracts/services'
import { fold, type KeyedHash, type Streams } from '@tuma/platform/event-sourcing'
import { type Collection, type Engines, everyDocument } from '@tuma/platform/ports'
import type { Environment, Log } from '@tuma/platform/runtime'
import { getSentence } from '../domain/message/mpesa-message.ts'
import type { OurTill } from '../domain/message/read-pasted.ts'
import type { ShapeRow } from '../domain/message/unread-shapes.ts'
import { isConfirmed, type Shown } from '../domain/payment.ts'
import { payment } from '../domain/payment-decisions.ts'
import { getState, type PaymentRow, paymentsView } from '../domain/payment-views.ts'
import { isUnchecked } from '../domain/unchecked.ts'
import { findingPayments } from '../finding-payments.ts'
import { shownBy, toKeys } from '../payer.ts'
import { getPast, lastClaimIn } from '../recorded.ts'
import type { StoredDomainEvent } from '../stored-events.ts'
import { guessingLimit, ofReferences } from './guessing-limit.ts'
import type { ApplyTopUp } from './topping-up.ts'
import { unreadMessages } from './unread-messages.ts'
import { verifyingMessages } from './verifying-messages.ts'

type Deps = {
  readonly streams: Streams<StoredDomainEvent>
  readonly payments: Collection<PaymentRow>
  readonly engines: Pick<Engines, 'limits'>
  readonly applyTopUp: ApplyTopUp
  readonly till: OurTill
  readonly shapes: Collection<ShapeRow>
  readonly log: Log
  /** Whether Daraja is set up, so that M-Pesa reports payments. */
  readonly mpesaTells: boolean
  readonly hash: KeyedHash
  readonly environment: Environment
}
/** Payments as their payers know them: by the pasted message, or by what they paid before. */
export const claims = (deps: Deps) => {
  const { streams, payments, engines, hash } = deps
  const limit = guessingLimit(engines.limits, ofReferences)

  const unread = unreadMessages(deps)

  return {
    verify: verifyingMessages({ ...deps, unread, takeFirst: paidFirst({ streams, payments }) }),

    async find({ actor, reference, senderName }: Asking) {
      const shown = shownBy(actor, senderName, hash)
      const keys = toKeys(shown).map(({ key }) => key)
      // A browser without a cookie has paid nothing, so it can not find a payment by guessing.
      if (keys.length === 0) return null
      const row = await limit.guess(keys, (open) => rowOnceShown({ streams, payments }, { shown, reference, open }))
      if (!row) return null
      const { paymentId, amount, paidAt, claimedAt, usedBy } = row
      return { paymentId, amount, paidAt, claimedAt, usedBy }
    },

    unreadMessages: unread.list,
    paidFor: findingPayments({ streams, payments, limit, hash }),

    /** The payments as sentences, without unknown ones. */
    async sentences(paymentIds: readonly string[]) {
      const each = await Promise.all(
        paymentIds.map(async (paymentId) => {
          const { sentence, senderName, state } = await told(streams, paymentId)
          return sentence === '' ? [] : [{ paymentId, sentence, senderName, state }]
        }),
      )
      return each.flat()
    },

    /** All payments that were claimed under these keys, as sentences. */
    async ofPayer(actor: Actor) {
      const { keys } = shownBy(actor, '', hash)
      if (keys.length === 0) return []
      const rows = await Array.fromAsync(everyDocument(payments, { where: { payerKey: [...keys] } }))
      return Promise.all(
        rows.map(async ({ paymentId, reference, amount, paidAt, claimedAt }) => {
          const { sentence, senderName } = await told(streams, paymentId)
          return { reference, sentence, senderName, amount, paidAt, claimedAt }
        }),
      )
    },
  }
}

const told = async (streams: Deps['streams'], paymentId: string) => {
  const past = await getPast(streams, paymentId)
  const claimed = fold(payment, past)
  return {
    senderName: lastClaimIn(past)?.data.sender.name ?? '',
    sentence: claimed ? getSentence(claimed) : '',
    state: claimed
      ? getState({ ...claimed, confirmed: isConfirmed(claimed), unchecked: isUnchecked(claimed) })
      : ('shown' as const),
  }
}

type Asking = { readonly actor: Actor; readonly reference: string; readonly senderName: string }
type Looking = {
  readonly shown: Shown
  readonly reference: string
  readonly open: readonly string[]
  readonly except?: string | null
}

/**
 * Waits for rows that are not up to date. A payer who has just paid must not be told that they have not, and that is no
 * guess.
 */
const rowOnceShown = async (
  { streams, payments }: Pick<Deps, 'streams' | 'payments'>,
  looking: Looking,
): Promise<PaymentRow | null> => {
  const found = await getRow(payments, looking)
  if (found) return found
  await streams.assertShown([paymentsView], 'the payments do not show all that is recorded')
  return getRow(payments, looking)
}

/**
 * The newest payment of a payer for a reference that can be topped up, by all of their keys, because this is no guess.
 */
export const paidFirst =
  (deps: Pick<Deps, 'streams' | 'payments'>) =>
  async ({ shown, reference, except }: { shown: Shown; reference: string; except: string | null }) => {
    const open = toKeys(shown).map(({ key }) => key)
    const row = await rowOnceShown(deps, { shown, reference, open, except })
    return row?.usedBy === null ? row.paymentId : null
  }

/**
 * The payment that the payer has shown for the reference, by the `open` keys only: an unused one first, then the
 * newest.
 */
const getRow = async (
  payments: Collection<PaymentRow>,
  { shown, reference, open, except }: Looking,
): Promise<PaymentRow | null> => {
  for (const { field, key } of toKeys(shown)) {
    if (!open.includes(key)) continue
    const { documents } = await payments.find({ where: { [field]: key, reference }, limit: 100 })
    const alone = documents.filter(({ addedTo, paymentId }) => addedTo === null && paymentId !== except)
    const [newest] = alone
    if (newest) return alone.find(({ usedBy }) => usedBy === null) ?? newest
  }
  return null
}
