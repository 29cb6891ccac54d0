import { derivedId, type EventMetadata, type Lease, lookEvery, type Streams } from '@tuma/platform/event-sourcing'
import { type Collection, everyDocument } from '@tuma/platform/ports'
import type { Log, Surroundings } from '@tuma/platform/runtime'
import type { Daraja } from './daraja/index.ts'
import { paymentStream } from './domain/payment.ts'
import { payment } from './domain/payment-decisions.ts'
import type { HeldRow } from './domain/payment-views.ts'
import type { StoredDomainEvent } from './stored-events.ts'

const hourMs = 60 * 60 * 1000
const dayMs = 24 * hourMs
const looksEveryMs = 10 * 60 * 1000
const askedAgainMs = 15 * 60 * 1000

export type Doubting = {
  /** M-Pesa has just told of a payment that nobody asked it about: it tells of those by hand too. */
  heard(): void
  /** A parcel is about to go on whose payment nobody but its sender has spoken of. Nobody waits for the answer. */
  ask(deliveryId: string): Promise<void>
  close(): Promise<void>
}

/**
 * Asks M-Pesa about payments of which only a message was seen, and doubts those that it does not tell of within a day while it
 * tells of others. While it is away nothing is doubted.
 */
export const doubting = (house: {
  readonly streams: Streams<StoredDomainEvent>
  readonly held: Collection<HeldRow>
  readonly status: Daraja['status']
  readonly lease: Lease
  readonly surroundings: Surroundings
  readonly log: Log
}): Doubting => {
  const { streams, held, status, lease, surroundings, log } = house
  const record = streams.recorderOf(payment)
  let heardAt = Number.NEGATIVE_INFINITY
  const lastAsked = new Map<string, number>()
  const clock = () => Date.parse(surroundings.now())

  const look = async (): Promise<void> => {
    const now = clock()
    if (now - heardAt > hourMs) return
    const between = { from: new Date(now - 2 * dayMs).toISOString(), to: new Date(now - dayMs).toISOString() }
    const late = await Array.fromAsync(everyDocument(held, { where: { state: 'shown' }, between }))
    const at = surroundings.now()
    for (const { paymentId } of late)
      await record(
        paymentStream(paymentId),
        { type: 'DoubtPayment', because: 'overdue', at },
        metadataOf(paymentId, 'overdue', at),
      )
  }
  const onFault = (error: unknown) =>
    log.error({ err: error }, 'payment can not look for payments that nobody confirms')
  const looks = lookEvery(looksEveryMs, { lease, look, onFault })

  return {
    heard() {
      heardAt = clock()
    },
    async ask(deliveryId) {
      if (!status) return
      const { documents } = await held.find({ where: { usedBy: deliveryId }, limit: 1 })
      const [row] = documents
      if (row?.state !== 'shown' && row?.doubt !== 'code_date') return
      const now = clock()
      for (const [paymentId, at] of lastAsked) if (now - at > askedAgainMs) lastAsked.delete(paymentId)
      if (lastAsked.has(row.paymentId)) return
      lastAsked.set(row.paymentId, now)
      // Whatever is answered comes to an address of its own.
      void status({ receipt: row.receipt, about: row.paymentId }).catch(onFault)
    },
    close: looks.close,
  }
}

const metadataOf = (paymentId: string, what: string, at: string): EventMetadata => ({
  at,
  commandId: derivedId('doubting', paymentId, what),
  correlationId: paymentId,
  causationId: paymentId,
  actor: { kind: 'system', name: 'evidence' },
})
