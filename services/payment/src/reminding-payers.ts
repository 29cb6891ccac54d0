import { inNairobi } from '@tuma/contracts/vocabulary'
import {
  derivedId,
  type EventMetadata,
  fold,
  type KeyedHash,
  type Lease,
  pollUnderLease,
  type Recorded,
  type Streams,
  unlessDamaged,
} from '@tuma/platform/event-sourcing'
import { type Collection, everyDocument } from '@tuma/platform/ports'
import type { Environment, Log } from '@tuma/platform/runtime'
import { getLinkKey, hashOfKey } from './claims/link-keys.ts'
import { getShillings, type Payment, type PaymentEvent } from './domain/payment.ts'
import { payment } from './domain/payment-decisions.ts'
import type { HeldRow } from './domain/payment-views.ts'
import {
  isLeftUnused,
  linkEndsAt,
  type Reminder,
  type ReminderEvent,
  remindedBetween,
  reminder,
  reminderStream,
  restsUntil,
} from './domain/reminder.ts'
import { getPhones, type PayingPrompts } from './prompts/paying-phones.ts'
import { getPast } from './recorded.ts'
import type { StoredDomainEvent } from './stored-events.ts'
import { toldPhone } from './told-phone.ts'

/** As it is stored. */
const name = 'payment reminders'
const looksEveryMs = 60_000
const actor = { kind: 'system', name } as const

type Deps = {
  readonly streams: Streams<StoredDomainEvent>
  readonly held: Collection<HeldRow>
  readonly promptsThatPaid: PayingPrompts
  readonly hash: KeyedHash
  readonly lease: Lease
  readonly environment: Environment
  readonly log: Log
}

/** What the SMS to a payer needs: `amount` in shillings, `phone` as 254…, `until` when the link ends (ISO). */
type LeftUnused = {
  readonly phone: string
  readonly amount: number
  readonly key: string
  readonly until: string
}

/**
 * Reminds payers of money that no parcel was booked with, ten minutes after it came, by day, once for each payment. One
 * replica looks; the reminder's own stream begins only once, even if two replicas look.
 */
export const remindingPayers = (deps: Deps) => {
  const { streams, held, promptsThatPaid, hash, lease, environment, log } = deps
  const record = streams.createRecorder(reminder)
  /** Payments that this process has looked at, and until when it does not look again (ISO). */
  const resting = new Map<string, string>()

  const getStreamName = (paymentId: string): string => reminderStream(hashOfKey(hash, getLinkKey(hash, paymentId)))

  /** Null also where the phone that paid is not known in full. */
  const openPayment = async (paymentId: string): Promise<{ state: Payment; phone: string } | null> => {
    const past: readonly Recorded<PaymentEvent>[] = await getPast(streams, paymentId)
    const state = fold(payment, past)
    const isSeed = past[0]?.metadata.origin === 'seed'
    if (!state || isSeed || !isLeftUnused(state, past)) return null
    const phone = getPhones(await promptsThatPaid(paymentId))[0] ?? (await toldPhone(streams, past))
    return phone === undefined ? null : { state, phone }
  }

  /** @returns whether a reminder was recorded */
  const remind = async (paymentId: string, at: string): Promise<boolean> => {
    if (!(await openPayment(paymentId))) return false
    const metadata = buildMetadata(paymentId, at)
    const command = { type: 'RemindPayer', paymentId, until: linkEndsAt(at), at } as const
    await unlessDamaged(record(getStreamName(paymentId), command, metadata), null)
    return true
  }

  const look = async (): Promise<void> => {
    const at = environment.now()
    const between = remindedBetween(at, inNairobi(at).getUTCHours())
    if (!between) return
    const rows = await Array.fromAsync(everyDocument(held, { where: { standing: 'unused' }, between }))
    const open = rows.filter(({ confirmed }) => confirmed).map(({ paymentId }) => paymentId)
    for (const paymentId of resting.keys()) if (!open.includes(paymentId)) resting.delete(paymentId)
    for (const paymentId of open) {
      if ((resting.get(paymentId) ?? '') > at) continue
      resting.set(paymentId, restsUntil(at, await remind(paymentId, at)))
    }
  }
  const onFault = (error: unknown) => log.error({ err: error }, 'payment can not remind payers of unused money')
  const looks = pollUnderLease(looksEveryMs, { lease, look, onFault })
  void looks.pollNow()

  return {
    /** Null once the payment is used, paid back or doubted, or its link has ended: then no SMS is of use. */
    async leftUnused(paymentId: string): Promise<LeftUnused | null> {
      const [given, open] = [await reminderIn(streams, getStreamName(paymentId)), await openPayment(paymentId)]
      if (!given || !open || given.until <= environment.now()) return null
      const { state, phone } = open
      return { phone, amount: getShillings(state), key: getLinkKey(hash, paymentId), until: given.until }
    },
    close: looks.close,
  }
}
export type Reminding = ReturnType<typeof remindingPayers>

/** Null where no payer was reminded. */
export const reminderIn = async (
  streams: Pick<Streams<StoredDomainEvent>, 'read'>,
  stream: string,
): Promise<Reminder | null> =>
  fold(reminder, (await unlessDamaged(streams.read(stream), [])) as Recorded<ReminderEvent>[])

const buildMetadata = (paymentId: string, at: string): EventMetadata => ({
  at,
  commandId: derivedId(name, paymentId),
  correlationId: paymentId,
  causationId: name,
  actor,
})
