import { type AnyView, ofStreams } from '@tuma/platform/event-sourcing'
import { type BookEvent, balancesView, bookDaysView, entriesView, provenDaysView } from './domain/books-views.ts'
import { cashOffersView } from './domain/cash-offers-view.ts'
import { daysView } from './domain/days-view.ts'
import { drawersView, handOversView } from './domain/drawer-views.ts'
import { owedMovesView } from './domain/owed-moves-view.ts'
import { owedParcelsView, owedView, payoutsView } from './domain/owed-views.ts'
import { leftPayeesView } from './domain/payee.ts'
import { shopDaysView } from './domain/shop-days-view.ts'
import { shortagesView } from './domain/shortages-view.ts'
import { unexplainedView } from './domain/unexplained-view.ts'

/** Every read model of the service. */
export const readModels: readonly AnyView<BookEvent>[] = [
  ofStreams(['sale'], daysView),
  ofStreams(['sale'], shopDaysView),
  ofStreams(['sale'], provenDaysView),
  ofStreams(['sale', 'drawer', 'owed'], unexplainedView),
  entriesView,
  balancesView,
  bookDaysView,
  ofStreams(['drawer'], drawersView),
  ofStreams(['drawer'], handOversView),
  ofStreams(['drawer'], cashOffersView),
  ofStreams(['drawer'], shortagesView),
  ofStreams(['owed'], owedView),
  ofStreams(['owed'], owedParcelsView),
  ofStreams(['owed'], payoutsView),
  ofStreams(['sale', 'owed'], owedMovesView),
  ofStreams(['payee'], leftPayeesView),
]
