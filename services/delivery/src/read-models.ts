import { type AnyView, ofStreams } from '@tuma/platform/event-sourcing'
import { bookingsView } from './domain/bookings/bookings-view.ts'
import { statusCountsView } from './domain/count-views.ts'
import { deletedView } from './domain/deleted-view.ts'
import { deliveriesView } from './domain/delivery-views.ts'
import { handedOverView } from './domain/handed-over-view.ts'
import { locationsView } from './domain/network/locations-view.ts'
import { placeCodesView } from './domain/network/place-codes.ts'
import { pricesView } from './domain/network/price.ts'
import { ridersView } from './domain/network/rider.ts'
import { erasuresView } from './domain/people/erasure.ts'
import { forgottenView } from './domain/people/known-people.ts'
import { contactsView, customersView } from './domain/people/people-views.ts'
import { phoneErasuresView } from './domain/people/phone-erasure.ts'
import { pickersView } from './domain/people/pickers-view.ts'
import { promisesView } from './domain/promises-view.ts'
import { riddenView } from './domain/ridden-view.ts'
import { stickersView } from './domain/stickers/sticker.ts'
import { missedCodesView } from './domain/trouble/missed-codes-view.ts'
import { waitingView } from './domain/trouble/waiting-view.ts'
import type { StoredDomainEvent } from './stored-events.ts'

/** Every read model of the service: one projector fills them all. */
export const readModels: readonly AnyView<StoredDomainEvent>[] = [
  ofStreams(['delivery', 'reach'], deliveriesView),
  ofStreams(['delivery'], deletedView),
  ofStreams(['delivery'], statusCountsView),
  ofStreams(['delivery'], customersView),
  ofStreams(['delivery'], contactsView),
  ofStreams(['delivery'], pickersView),
  ofStreams(['delivery'], riddenView),
  ofStreams(['delivery'], waitingView),
  ofStreams(['delivery'], promisesView),
  ofStreams(['delivery'], missedCodesView),
  ofStreams(['delivery'], handedOverView),
  ofStreams(['booking'], bookingsView),
  ofStreams(['delivery', 'sticker'], stickersView),
  ofStreams(['erasure'], erasuresView),
  ofStreams(['phone'], phoneErasuresView),
  ofStreams(['people', 'erasure'], forgottenView),
  ofStreams(['location'], locationsView),
  ofStreams(['placecodes'], placeCodesView),
  ofStreams(['price'], pricesView),
  ofStreams(['rider'], ridersView),
]
