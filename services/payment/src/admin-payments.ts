import { type CommandContext, getTrace, type HeldPayment } from '@tuma/contracts/services'
import { type PaymentTab, paymentTabs, Refused, wordsOf } from '@tuma/contracts/vocabulary'
import { fold, type KeyedHash, metadataFrom, type Recorded, type Streams } from '@tuma/platform/event-sourcing'
import type { Collection, Filter } from '@tuma/platform/ports'
import type { Environment } from '@tuma/platform/runtime'
import { computeOwed, computeRefundable, getOwedReasons } from './domain/outgoing/refunding.ts'
import { isConfirmed, type PaymentEvent, paymentStream, toDoubt } from './domain/payment.ts'
import { type PaymentCommand, payment } from './domain/payment-decisions.ts'
import { getState, type HeldRow } from './domain/payment-views.ts'
import { isUnchecked } from './domain/unchecked.ts'
import { getEntry } from './history.ts'
import { accountKey, hashedWords } from './payer.ts'
import { getPast, lastClaimIn, toldIn } from './recorded.ts'
import type { StoredDomainEvent } from './stored-events.ts'

const maxCounted = 1000
const unusedMs = 24 * 60 * 60 * 1000

type Wanted = {
  readonly tab: PaymentTab
  readonly search: string | null
  readonly limit: number
  readonly cursor: string | null
}
type Done = { readonly asked: CommandContext; readonly paymentId: string; readonly reason: string }
type Rebinding = Done & {
  readonly account: { readonly userId: string; readonly name: string }
  readonly reference: string
}

/** The lists of payments for admins, and what admins may do to one. */
export const adminPayments = (deps: {
  readonly streams: Streams<StoredDomainEvent>
  readonly held: Collection<HeldRow>
  readonly hash: KeyedHash
  readonly environment: Environment
}) => {
  const { streams, held, hash, environment } = deps
  const handle = streams.getHandler(payment)
  const read = (paymentId: string) => getPast(streams, paymentId)

  const buildFilter = (tab: PaymentTab): Filter => {
    if (tab === 'all') return {}
    if (tab === 'shown') return { where: { state: 'shown' } }
    if (tab === 'unchecked') return { where: { checking: 'open' } }
    if (tab !== 'unused') return { where: { standing: tab } }
    const since = new Date(Date.parse(environment.now()) - unusedMs).toISOString()
    return { where: { standing: 'unused' }, between: { to: since } }
  }
  const counted = (tab: PaymentTab, words: readonly (readonly string[])[] = []) => {
    const { where, ...within } = buildFilter(tab)
    return held.countUpTo(maxCounted, where, words.length > 0 ? { ...within, words } : within)
  }

  const act = async ({ asked, paymentId }: Done, command: PaymentCommand): Promise<HeldPayment> => {
    const metadata = metadataFrom({ ...asked, actor: getTrace(asked.actor) }, environment.now())
    await handle(paymentStream(paymentId), command, metadata)
    const shown = toHeldPayment(paymentId, await read(paymentId))
    if (!shown) throw new Refused('not_found')
    return shown
  }
  const getNote = ({ asked, paymentId, reason }: Done) => ({
    note: { personId: paymentId, reason },
    at: asked.at ?? environment.now(),
  })

  return {
    async list({ tab, search, limit, cursor }: Wanted) {
      const words = wordsAsked(search ?? '', hash)
      const { documents, next } = await held.find({
        ...buildFilter(tab),
        ...(words.length > 0 ? { words } : {}),
        limit,
        after: cursor,
      })
      const rows = await Promise.all(
        documents.map(async ({ paymentId }) => toHeldPayment(paymentId, await read(paymentId))),
      )
      const { count: total, more } = await counted(tab, words)
      return { rows: rows.filter((row) => row !== null), next, total, more }
    },
    async counts() {
      const each = await Promise.all(paymentTabs.map(async (tab) => [tab, await counted(tab)] as const))
      return Object.fromEntries(each) as Record<PaymentTab, Awaited<ReturnType<typeof counted>>>
    },
    async history(paymentId: string) {
      const past = await read(paymentId)
      return past.length === 0 ? null : past.map(getEntry)
    },
    release: (done: Done) => act(done, { type: 'UnbindPayment', ...getNote(done) }),
    async one(paymentId: string): Promise<HeldPayment> {
      const shown = toHeldPayment(paymentId, await read(paymentId))
      if (!shown) throw new Refused('not_found')
      return shown
    },
    letPass: (done: Done) => act(done, { type: 'LetPaymentPass', ...getNote(done) }),
    rebind: ({ account: { userId, name }, reference, ...done }: Rebinding) =>
      act(done, {
        type: 'RebindPayment',
        payer: { key: accountKey(userId), nameKey: null, cookieless: false },
        sender: { personId: userId, name },
        senderWords: hashedWords(name, hash),
        reference,
        ...getNote(done),
      }),
  }
}

/** Receipts and references by their beginning, names by whole words, because only hashes of names are kept. */
const wordsAsked = (search: string, hash: KeyedHash): string[][] =>
  wordsOf(search).map((word) => [word, ...hashedWords(word, hash)])

const toHeldPayment = (paymentId: string, past: readonly Recorded<PaymentEvent>[]): HeldPayment | null => {
  const state = fold(payment, past)
  if (!state) return null
  const { code, amount, cents, paidAt, seenBy, letPass, reference, usedBy, reversed } = state
  const doubt = toDoubt(state)
  const claim = state.payers.length > 0 ? lastClaimIn(past) : undefined
  return {
    ...{ paymentId, receipt: code, amount, cents, paidAt, evidence: [...seenBy], doubt, letPass, reference, usedBy },
    state: getState({ reversed, doubt, confirmed: isConfirmed(state), unchecked: isUnchecked(state) }),
    senderName: claim?.data.sender.name ?? null,
    claimedAt: claim?.metadata.at ?? null,
    ...(doubt === 'amount' ? { told: toldIn(past) } : {}),
    ...(state.contradicted ? { contradicted: true } : {}),
    givenByAgent: state.givenByAgent,
    ...(state.paidIn === null ? {} : { paidIn: true }),
    refundable: computeRefundable(state),
    owed: computeOwed(state),
    owedBecause: getOwedReasons(state),
  }
}
