import { type AnyView, ofStreams } from '@tuma/platform/event-sourcing'
import { shapesView } from './domain/message/unread-shapes.ts'
import { outgoingStatedView } from './domain/outgoing/outgoing-stated.ts'
import { outgoingView, paidForView } from './domain/outgoing/outgoing-views.ts'
import { heldView, paymentsView } from './domain/payment-views.ts'
import { promptsView } from './domain/prompt/prompts-view.ts'
import { rowKindsView } from './domain/statement/row-kind.ts'
import { statedView, statementsView } from './domain/statement/statement-views.ts'
import { tillRowsView } from './domain/statement/till-rows-view.ts'
import type { StoredDomainEvent } from './stored-events.ts'

/** Every read model of the service. */
export const readModels: readonly AnyView<StoredDomainEvent>[] = [
  ofStreams(['payment'], paymentsView),
  ofStreams(['payment'], heldView),
  ofStreams(['checkout'], promptsView),
  ofStreams(['payment', 'looked'], statedView),
  ofStreams(['statement'], statementsView),
  ofStreams(['movement'], tillRowsView),
  ofStreams(['kind'], rowKindsView),
  ofStreams(['outgoing'], outgoingView),
  ofStreams(['outgoing'], paidForView),
  ofStreams(['outgoing', 'movement', 'looked'], outgoingStatedView),
  ofStreams(['shape'], shapesView),
]
