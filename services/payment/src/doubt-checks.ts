import type { EvidenceState } from '@tuma/contracts/vocabulary'
import { derivedId, type EventMetadata, type Lease, pollUnderLease, type Streams } from '@tuma/platform/event-sourcing'
import { type Collection, everyDocument } from '@tuma/platform/ports'
import type { Environment, Log } from '@tuma/platform/runtime'
import type { Daraja } from './daraja/index.ts'
import { paymentStream } from './domain/payment.ts'
import { payment } from './domain/payment-decisions.ts'
import type { HeldRow } from './domain/payment-views.ts'
import { askingStatus } from './prompts/asking-status.ts'
import type { StoredDomainEvent } from './stored-events.ts'

const hourMs = 60 * 60 * 1000
const dayMs = 24 * hourMs
const looksEveryMs = 10 * 60 * 1000
const maxAskedAgain = 100

export type DoubtChecks = {
  /** M-Pesa has just reported a payment by hand, with a checked confirmation, so it reports others too. */
  heard(): void
  /** Asks about a confirmation without proof. The answer makes it checked. */
  check(unchecked: { readonly paymentId: string; readonly receipt: string }): void
  /**
   * Asks about a parcel that is about to go on while only its sender has shown the payment. The caller does not wait
   * for the answer.
   */
  ask(deliveryId: string): Promise<void>
  close(): Promise<void>
}

const unproven: readonly EvidenceState[] = ['shown', 'unchecked']
const isUnproven = ({ state }: HeldRow): boolean => unproven.includes(state)

/**
 * Asks M-Pesa about payments with only a message, and doubts those that it does not report within a day while it
 * reports others. While M-Pesa is away no payment is doubted.
 */
export const openDoubtChecks = (deps: {
  readonly streams: Streams<StoredDomainEvent>
  readonly held: Collection<HeldRow>
  readonly status: Daraja['status']
  readonly lease: Lease
  readonly environment: Environment
  readonly log: Log
}): DoubtChecks => {
  const { streams, held, status, lease, environment, log } = deps
  const record = streams.createRecorder(payment)
  const onFault = (error: unknown) =>
    log.error({ err: error }, 'payment can not look for payments that no report confirms')
  const asking = askingStatus({ status, environment, onFault })
  let heardAt = Number.NEGATIVE_INFINITY
  const clock = () => Date.parse(environment.now())

  const daysAgo = (days: number): string => new Date(clock() - days * dayMs).toISOString()

  const doubtOverdue = async (): Promise<void> => {
    if (clock() - heardAt > hourMs) return
    const between = { from: daysAgo(2), to: daysAgo(1) }
    const late = await Array.fromAsync(everyDocument(held, { where: { state: [...unproven] }, between }))
    const at = environment.now()
    for (const { paymentId } of late)
      await record(
        paymentStream(paymentId),
        { type: 'DoubtPayment', because: 'overdue', at },
        buildMetadata(paymentId, 'overdue', at),
      )
  }
  /** A question or its answer may be lost, and M-Pesa may not know a receipt in its first minutes. */
  const askAgain = async (): Promise<void> => {
    if (!status) return
    const { documents } = await held.find({
      where: { state: 'unchecked' },
      between: { from: daysAgo(2) },
      limit: maxAskedAgain,
    })
    for (const row of documents) asking.ask(row)
  }
  const look = async (): Promise<void> => {
    await askAgain()
    await doubtOverdue()
  }
  const looks = pollUnderLease(looksEveryMs, { lease, look, onFault })

  return {
    heard() {
      heardAt = clock()
    },
    check: asking.ask,
    async ask(deliveryId) {
      if (!status) return
      const { documents } = await held.find({ where: { usedBy: deliveryId }, limit: 1 })
      const [row] = documents
      if (row && (isUnproven(row) || row.doubt === 'code_date')) asking.ask(row)
    },
    close: looks.close,
  }
}

const buildMetadata = (paymentId: string, what: string, at: string): EventMetadata => ({
  at,
  commandId: derivedId('doubting', paymentId, what),
  correlationId: paymentId,
  causationId: paymentId,
  actor: { kind: 'system', name: 'evidence' },
})
