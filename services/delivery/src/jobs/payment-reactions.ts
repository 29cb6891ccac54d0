import { paymentEvents, unknownWord } from '@tuma/contracts/events'
import type { WaitDays } from '@tuma/contracts/vocabulary'
import { type KeyedHash, on, type Reaction, reactionMetadata, type Streams } from '@tuma/platform/event-sourcing'
import type { Message } from '@tuma/platform/ports'
import { delivery } from '../domain/delivery-decisions.ts'
import type { HoldParcel, ReleaseHold } from '../domain/trouble/holds.ts'
import { deliveryIdOfPayment } from '../ids.ts'
import type { StoredDomainEvent } from '../stored-events.ts'

type OfPayment = Omit<HoldParcel, 'code'> | Omit<ReleaseHold, 'code'>

/**
 * A doubted payment holds the parcel that it pays for, a cleared one releases it. The parcel's id follows from the
 * payment, even before payment knows the parcel. If there is no parcel yet, nothing is recorded; payment repeats the
 * message when one takes it.
 */
export const paymentReactions = (deps: {
  readonly streams: Streams<StoredDomainEvent>
  readonly hash: KeyedHash
  readonly group: string
  /** The deadlines of a parcel that arrives when its payment is cleared. */
  readonly days: WaitDays
  readonly now: () => string
}): Reaction[] => {
  const { streams, hash, group, days, now } = deps
  const handle = streams.createRecorder(delivery)
  const tell = async (paymentId: string, what: OfPayment, message: Message): Promise<void> => {
    const stream = `delivery-${deliveryIdOfPayment(hash, paymentId)}`
    await handle(stream, { ...what, code: 'payment_doubted' }, reactionMetadata(group, message, now()))
  }
  return [
    on(paymentEvents.doubted, ({ paymentId, because, at }, message) =>
      // The reason comes from a later release and is unknown here; the parcel is held all the same.
      tell(paymentId, { type: 'HoldParcel', because: because === unknownWord ? undefined : because, at }, message),
    ),
    on(paymentEvents.reversed, ({ paymentId, at }, message) =>
      tell(paymentId, { type: 'HoldParcel', because: 'reversed', at }, message),
    ),
    on(paymentEvents.cleared, ({ paymentId, by, at }, message) =>
      tell(paymentId, { type: 'ReleaseHold', by: by === 'admin' ? 'let_pass' : 'cleared', days, at }, message),
    ),
  ]
}
