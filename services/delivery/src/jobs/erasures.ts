import { deliveryTypes, isUnderWay } from '@tuma/contracts/vocabulary'
import { type EventMetadata, type Follower, processManager, unlessDamaged } from '@tuma/platform/event-sourcing'
import { EngineAway, type Engines, everyDocument, type StoredEvent } from '@tuma/platform/ports'
import type { Dependencies } from '../dependencies.ts'
import { delivery } from '../domain/delivery-decisions.ts'
import { deliveriesView } from '../domain/delivery-views.ts'
import {
  accountPerson,
  type ErasureRow,
  erasure,
  erasureStream,
  erasuresView,
  guestPerson,
} from '../domain/people/erasure.ts'
import { contactsView, customersView } from '../domain/people/people-views.ts'
import { phoneErasuresView } from '../domain/people/phone-erasure.ts'
import { pickersView } from '../domain/people/pickers-view.ts'
import type { StoredDomainEvent } from '../stored-events.ts'
import type { Forgetting } from './forgetting.ts'
import type { PhoneEraser } from './phone-eraser.ts'

/** This name is stored and must not change. */
const name = 'delivery erasures'
/** After one of these events a person may have no parcel under way and no money owed. */
const ending: readonly string[] = [
  'ErasureDue',
  'ParcelDelivered',
  'ParcelCollected',
  'StatusOverridden',
  'DeliveryDeleted',
  'ParcelCancelled',
  'ParcelReturned',
  'ParcelLost',
  'PhoneErasureDue',
  'PhonePaidOut',
] satisfies StoredDomainEvent['type'][]
/** After these events the key of a phone's wait must be destroyed, even if the process that should do it has crashed. */
const endsWait: readonly string[] = ['PhoneErasureCancelled', 'PhoneErased'] satisfies StoredDomainEvent['type'][]
/**
 * After these events a person's own key must be destroyed, even if the process that should do it has crashed: by then no
 * row leads to the person any more.
 */
const erasing: readonly string[] = [
  'SenderErased',
  'ReceiverErased',
  'PickerErased',
] satisfies StoredDomainEvent['type'][]
/** Also checks at a start and once a minute, for deadlines that pass without an event. */
const looksEveryMs = 60_000
/** The read models with names. */
const views = [deliveriesView, customersView, contactsView]

/**
 * Erases deleted accounts and phones without one, once their last parcel has ended and the phone's money is paid out,
 * or their deadline has passed. Each step may be repeated: the parcels' streams record the erasure, then rows lose the
 * sender, then the key is destroyed, and then the other services are notified.
 */
export const openErasures = async (deps: {
  readonly engines: Pick<Engines, 'documents'>
  readonly streams: Dependencies['streams']
  readonly phoneEraser: PhoneEraser
  readonly forgetting: Pick<Forgetting, 'destroy'>
  readonly bookings: Pick<Dependencies['bookings'], 'eraseOwner'>
  readonly now: () => string
  readonly onFault: (error: unknown) => void
}): Promise<Follower> => {
  const { engines, streams, phoneEraser, forgetting, bookings, now, onFault } = deps
  const waiting = await streams.readModel(erasuresView)
  const phones = await streams.readModel(phoneErasuresView)
  const deliveries = await streams.readModel(deliveriesView)
  const parcels = streams.getHandler(delivery)
  const erasures = streams.getHandler(erasure)

  const erase = async ({ accountId, dueBy }: ErasureRow): Promise<void> => {
    await bookings.eraseOwner(accountId)
    const owned = await Array.fromAsync(
      everyDocument(deliveries, { where: { ownerId: accountId, deliveryType: deliveryTypes } }),
    )
    if (now() < dueBy && owned.some(isUnderWay)) return
    const metadata = buildMetadata(accountId, now())
    for (const { _id } of owned)
      await unlessDamaged(parcels(`delivery-${_id}`, { type: 'EraseSender', tells: false }, metadata), null)
    await streams.assertShown(views, 'rows still show who is erased')
    await streams.keys.destroy([accountPerson(accountId)])
    const paymentIds = owned.flatMap(({ paymentId }) => paymentId ?? [])
    await erasures(erasureStream(accountId), { type: 'EndErasure', accountId, paymentIds }, metadata)
  }

  const look = async (): Promise<void> => {
    for (const row of await Array.fromAsync(everyDocument(waiting))) await erase(row)
    for (const row of await Array.fromAsync(everyDocument(phones)))
      await phoneEraser.eraseIfOver(row, buildMetadata(`phone:${row.key}:${row.askedAt}`, now()))
  }

  const { documents } = engines
  const follower = processManager({
    ...{ name, types: [...ending, ...endsWait, ...erasing], store: streams.store, documents, onFault },
    lease: streams.leaseFor('erasures'),
    async react(events) {
      await streams.assertShown(
        [erasuresView, phoneErasuresView, deliveriesView, pickersView],
        'rows do not show yet what has ended',
      )
      const ended = events.filter(({ type }) => endsWait.includes(type)).map(({ stream }) => stream)
      for (const stream of new Set(ended)) await phoneEraser.destroyEnded(stream)
      await forgetting.destroy(events.flatMap(selectErased))
      await look()
    },
  })
  let looking = Promise.resolve()
  const lookAgain = () => {
    looking = looking.then(look).catch((error) => (error instanceof EngineAway ? undefined : onFault(error)))
  }
  lookAgain()
  const timer = setInterval(lookAgain, looksEveryMs)
  timer.unref()

  return {
    ...follower,
    async close() {
      clearInterval(timer)
      await looking
      await follower.close()
    },
  }
}

/** The person whose key goes with this erasure; none for the sender of an account, whose key goes with the account. */
const selectErased = ({ type, data }: StoredEvent): string[] => {
  if (data === null || !erasing.includes(type)) return []
  const { trackingId, sender, receiver, personId } = data as {
    readonly trackingId: string
    readonly sender?: { readonly personId: string }
    readonly receiver?: { readonly personId: string }
    readonly personId?: string
  }
  if (sender) return sender.personId === guestPerson(trackingId, 'sender') ? [sender.personId] : []
  return [receiver?.personId ?? personId ?? []].flat()
}

/** The command id of an account or a phone, not of an attempt: a repeated attempt records nothing new. */
const buildMetadata = (accountId: string, at: string): EventMetadata => ({
  at,
  commandId: `${name}:${accountId}`,
  correlationId: accountId,
  causationId: accountId,
  actor: { kind: 'system', name },
})
