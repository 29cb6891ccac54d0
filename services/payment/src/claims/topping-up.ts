import {
  derivedId,
  type EventMetadata,
  type Follower,
  fold,
  processManager,
  type Recorded,
  type Streams,
} from '@tuma/platform/event-sourcing'
import type { Engines } from '@tuma/platform/ports'
import type { Log } from '@tuma/platform/runtime'
import { getShillings, isConfirmed, type Payment, type PaymentEvent, paymentStream } from '../domain/payment.ts'
import { type PaymentCommand, payment } from '../domain/payment-decisions.ts'
import { getPast } from '../recorded.ts'
import type { StoredDomainEvent } from '../stored-events.ts'

/** As it is stored. */
const name = 'payment topping up'

type Deps = { readonly streams: Streams<StoredDomainEvent> }

/**
 * Completes what PaymentAdded began, on two streams one after the other. Several processes may do so at once: the
 * payment that takes decides once, and only what it declined is given back.
 * @param record by default answers when the payer's next request sees the sum
 */
export const openTopUps = ({ streams }: Deps, record = streams.getHandler(payment)) => {
  const step = (paymentId: string, what: string, adding: string, command: PaymentCommand & { readonly at: string }) =>
    record(paymentStream(paymentId), command, buildMetadata(adding, what, command.at))

  /** @returns what can be paid with now, in shillings: the sum of both, or that of the declined payment */
  return async (paymentId: string): Promise<number> => {
    const source = fold(payment, await getPast(streams, paymentId))
    if (!source?.addedTo) return source ? getShillings(source) : 0
    const { into, adding } = source.addedTo
    const at = streamsNow(await getPast(streams, paymentId), adding)
    await step(into, 'into', adding, {
      type: 'TopUpPayment',
      by: paymentId,
      adding,
      cents: source.cents,
      proven: isConfirmed(source),
      at,
    })
    const taking = fold(payment, await getPast(streams, into)) as Payment
    if (taking.topUps.some((topUp) => topUp.adding === adding && topUp.taken)) return getShillings(taking)
    await step(paymentId, 'back', adding, { type: 'ReturnPayment', adding, at })
    return getShillings({ ...source, addedTo: null } as Payment)
  }
}
export type ApplyTopUp = ReturnType<typeof openTopUps>

/** The time at which it was added, so that each attempt records the same. */
const streamsNow = (past: readonly Recorded<PaymentEvent>[], adding: string): string => {
  const added = past.findLast((event) => event.type === 'PaymentAdded' && event.data.adding === adding)
  return added?.metadata.at ?? ''
}

/**
 * Completes top-ups after a crash between the two streams, and passes evidence and doubts about the part to the payment
 * that took it.
 */
export const finishingTopUps = (
  deps: Deps & { readonly engines: Pick<Engines, 'documents'>; readonly log: Log },
): Follower => {
  const { streams, engines, log } = deps
  const record = streams.createRecorder(payment)
  const applyTopUp = openTopUps(deps, record)
  const types = [
    'PaymentAdded',
    'PaymentConfirmed',
    'PaymentDoubted',
    'PaymentReversed',
  ] satisfies PaymentEvent['type'][]
  return processManager({
    name,
    types,
    store: streams.store,
    documents: engines.documents,
    lease: streams.leaseFor('topping up'),
    async react(events) {
      for (const event of events) {
        const { type, stream, id } = event
        const paymentId = stream.slice(paymentStream('').length)
        if (type === 'PaymentAdded') {
          await applyTopUp(paymentId)
          continue
        }
        const said = fold(payment, await getPast(streams, paymentId))
        if (!said?.addedTo) continue
        const { metadata } = await streams.opened(event)
        const { at } = metadata
        const isProof = type === 'PaymentConfirmed'
        const command = { type: isProof ? 'ProvePart' : 'DoubtPart', by: paymentId, at } as const
        await record(paymentStream(said.addedTo.into), command, buildMetadata(id, isProof ? 'proof' : 'doubt', at))
      }
    },
    onFault: (error) => log.error({ err: error }, 'payment can not finish what one payment adds to another'),
  })
}

const buildMetadata = (about: string, what: string, at: string): EventMetadata => ({
  at,
  commandId: derivedId('topping up', about, what),
  correlationId: about,
  causationId: about,
  actor: { kind: 'system', name: 'topping up' },
})
