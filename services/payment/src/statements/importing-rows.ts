import { assumeNewStream, type EventMetadata, type KeyedHash, type Streams } from '@tuma/platform/event-sourcing'
import { type Collection, everyDocument } from '@tuma/platform/ports'
import { paymentStream } from '../domain/payment.ts'
import { payment } from '../domain/payment-decisions.ts'
import { getOutcome } from '../domain/statement/row-outcome.ts'
import type { KeptRow, KindRuling } from '../domain/statement/statement.ts'
import type { StatedRow } from '../domain/statement/statement-views.ts'
import { type MovementCommand, movement, movementStream } from '../domain/statement/till-movement.ts'
import type { TillRow } from '../domain/statement/till-rows-view.ts'
import type { StoredDomainEvent } from '../stored-events.ts'
import type { Tracing } from './opening-till.ts'
import { type Reading, readingRows } from './reading-rows.ts'

/** The store accepts so many at once as one batch. */
const atOnce = 256

type Deps = {
  readonly streams: Streams<StoredDomainEvent>
  readonly hash: KeyedHash
  readonly stated: Collection<StatedRow>
  readonly tillRows: Collection<TillRow>
  readonly tillName: string
}

/** Imports rows of a committed statement, each as `getOutcome` decides it. */
export const importing = (deps: Deps, rulings: readonly KindRuling[], tracing: Tracing) => {
  const { streams, tillRows } = deps
  const payments = onPayments(deps)
  const moveRow = streams.createRecorder(movement)
  const { at } = tracing()
  const read = readingRows(deps, rulings, at)

  const take = async (one: Reading): Promise<void> => {
    const { row, read: reading, movementId, known } = one
    const metadata = tracing(movementId)
    const { payment, moves } = getOutcome(row, reading, known)
    if (payment === 'see') await payments.see(one, metadata)
    if (payment === 'doubt') await payments.doubt(one, metadata)
    if (payment === 'reverse') await payments.takeBack(one, metadata)
    if (moves.length === 0) return
    const isUnknown = row.kind === 'reversal' && payment === null
    const command: MovementCommand = isUnknown ? { ...reading, as: null } : reading
    await moveRow(movementStream(movementId), command, metadata, known.movement ? undefined : assumeNewStream(movement))
  }

  const each = async (rows: readonly KeptRow[], goOn: () => void) => {
    const readings = await Promise.all(rows.map(read))
    await forEachOf(readings, goOn, take)
  }

  return {
    rows: (rows: readonly KeptRow[], goOn: () => void) =>
      each(
        rows.filter(({ kind }) => kind !== 'reversal'),
        goOn,
      ),
    reversals: (rows: readonly KeptRow[], goOn: () => void) =>
      each(
        rows.filter(({ kind }) => kind === 'reversal'),
        goOn,
      ),
    /** Books reversals of an earlier file whose payments came with this one. */
    async waiting(): Promise<void> {
      for await (const row of everyDocument(tillRows, { where: { standing: 'open' } })) {
        if (row.linkedId === null || !(await payments.takeBackLater(row, tracing('reverse', row.movementId)))) continue
        const command = { ...readAgain(row), as: 'payment' as const, at }
        await moveRow(movementStream(row.movementId), command, tracing('reversed', row.movementId))
      }
    },
  }
}

const readAgain = ({ receipt, name, kindId, cents, movedAt, linkedId }: TillRow) => ({
  ...{ type: 'ReadRow' as const, receipt, name, kindId, cents, movedAt, linkedId },
  ...{ paymentId: null, outgoingId: null, ruling: null },
})

const onPayments = ({ streams, tillName }: Deps) => {
  const record = streams.createRecorder(payment)
  return {
    async see({ row, paymentId, known }: Reading, metadata: EventMetadata): Promise<void> {
      const { receipt: code, cents, at: paidAt, payerNames, payerPhoneEnd } = row
      const whose = { payerNames, payerPhoneEnd }
      const seen = { by: 'statement' as const, code, cents, recipient: tillName, paidAt, asked: true, ...whose }
      const command = { type: 'SeePayment' as const, seen, of: null, at: metadata.at }
      await record(paymentStream(paymentId), command, metadata, known.payment ? undefined : assumeNewStream(payment))
    },
    /** A failed row moves nothing; the payer who has shown it as paid is not believed. */
    async doubt({ paymentId }: Reading, metadata: EventMetadata): Promise<void> {
      const { at } = metadata
      await record(paymentStream(paymentId), { type: 'DoubtPayment', because: 'no_such_transaction', at }, metadata)
    },
    async takeBack({ row: { cents, at: statedAt }, paymentId }: Reading, metadata: EventMetadata): Promise<void> {
      const command = { type: 'ReversePayment' as const, cents: Math.abs(cents), statedAt, at: metadata.at }
      await record(paymentStream(paymentId), command, metadata)
    },
    /** @returns whether the reversed payment is known now */
    async takeBackLater({ cents, movedAt: statedAt, linkedId }: TillRow, metadata: EventMetadata): Promise<boolean> {
      const command = { type: 'ReversePayment' as const, cents: Math.abs(cents), statedAt, at: metadata.at }
      const { state } = await record(paymentStream(linkedId ?? ''), command, metadata)
      return state !== null
    },
  }
}

/** Runs some at a time. A failure is thrown only after all that began have ended. */
const forEachOf = async <One>(
  all: readonly One[],
  goOn: () => void,
  take: (one: One) => Promise<void>,
): Promise<void> => {
  const left = all.values()
  const worker = async () => {
    for (const one of left) {
      goOn()
      await take(one)
    }
  }
  const ended = await Promise.allSettled(Array.from({ length: atOnce }, worker))
  const failed = ended.find((one) => one.status === 'rejected')
  if (failed) throw failed.reason
}
