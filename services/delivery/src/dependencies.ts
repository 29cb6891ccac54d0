import type { CommandContext, PaymentClient } from '@tuma/contracts/services'
import type { EventMetadata, KeyedHash, Listening, Streams } from '@tuma/platform/event-sourcing'
import type { Collection, Engines } from '@tuma/platform/ports'
import type { Environment, Guards } from '@tuma/platform/runtime'
import type { Bookings } from './bookings/bookings.ts'
import type { DeletedRow } from './domain/deleted-view.ts'
import type { PhoneErasures } from './jobs/erase-phone.ts'
import type { Forgetting } from './jobs/forgetting.ts'
import type { AllDeliveries } from './lists/all-deliveries.ts'
import type { DeliveryLists } from './lists/delivery-lists.ts'
import type { KnownPeople } from './lists/known-people.ts'
import type { PeopleLists } from './lists/people-lists.ts'
import type { Problems } from './lists/problems.ts'
import type { Promises } from './lists/promises.ts'
import type { Network } from './network.ts'
import type { Photos } from './photos.ts'
import type { DeliverySettings } from './settings.ts'
import type { Stickers } from './stickers/stickers.ts'
import type { StoredDomainEvent } from './stored-events.ts'

/** What this service asks payment. */
export type PaymentOfDelivery = Pick<
  PaymentClient,
  'paidFor' | 'askedAtTheDoor' | 'settled' | 'takeReceipt' | 'askPrompt' | 'promptOfBooking' | 'claimForBooking'
>

export type Dependencies = {
  readonly streams: Streams<StoredDomainEvent>
  readonly forgetting: Forgetting
  readonly phoneErasures: PhoneErasures
  readonly bus: Engines['bus']
  /** Subscriptions to the events of other services. */
  readonly listening: readonly Listening[]
  readonly lists: DeliveryLists
  readonly allDeliveries: AllDeliveries
  readonly promises: Pick<Promises, 'toDo'>
  readonly problems: Problems
  readonly deleted: Collection<DeletedRow>
  readonly photos: Photos
  readonly people: PeopleLists
  readonly known: KnownPeople
  readonly network: Network
  readonly bookings: Bookings
  readonly stickers: Stickers
  readonly payment: PaymentOfDelivery
  readonly hash: KeyedHash
  /** Wrong guesses of codes. */
  readonly guards: Guards
  readonly settings: DeliverySettings
  readonly environment: Environment
  readonly buildMetadata: (asked: CommandContext) => EventMetadata
}
