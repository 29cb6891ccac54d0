import { type AnyView, ofStreams } from '@tuma/platform/event-sourcing'
import { statusCountsView } from './domain/count-views.ts'
import { deletedView } from './domain/deleted-view.ts'
import { deliveriesView } from './domain/delivery-views.ts'
import { erasuresView } from './domain/erasure.ts'
import { handedOverView } from './domain/handed-over-view.ts'
import { forgottenView } from './domain/known-people.ts'
import { locationsView } from './domain/locations-view.ts'
import { missedCodesView } from './domain/missed-codes-view.ts'
import { contactsView, customersView } from './domain/people-views.ts'
import { phoneErasuresView } from './domain/phone-erasure.ts'
import { pickersView } from './domain/pickers-view.ts'
import { placeCodesView } from './domain/place-codes.ts'
import { pricesView } from './domain/price.ts'
import { promisesView } from './domain/promises-view.ts'
import { riddenView } from './domain/ridden-view.ts'
import { ridersView } from './domain/rider.ts'
import { waitingView } from './domain/waiting-view.ts'
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
  ofStreams(['erasure'], erasuresView),
  ofStreams(['phone'], phoneErasuresView),
  ofStreams(['people', 'erasure'], forgottenView),
  ofStreams(['location'], locationsView),
  ofStreams(['placecodes'], placeCodesView),
  ofStreams(['price'], pricesView),
  ofStreams(['rider'], ridersView),
]
