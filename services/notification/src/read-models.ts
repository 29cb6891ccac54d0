import { type AnyView, ofStreams } from '@tuma/platform/event-sourcing'
import { campaignsView } from './domain/campaigns-view.ts'
import { languagesView } from './domain/language.ts'
import { messageDaysView } from './domain/message-days-view.ts'
import { messagesView } from './domain/message-views.ts'
import { optOutsView } from './domain/opt-out.ts'
import { repeatedView } from './domain/repeated-view.ts'
import { strangersView } from './domain/strangers.ts'
import { unansweredView } from './domain/unanswered-view.ts'
import type { NotificationEvent } from './stored-events.ts'

/** Every read model of the service, filled by one projector. */
export const readModels: readonly AnyView<NotificationEvent>[] = [
  ofStreams(['message', 'campaign', 'optout', 'smsreport'], messagesView),
  ofStreams(['message', 'campaign'], messageDaysView),
  ofStreams(['message'], unansweredView),
  ofStreams(['message'], repeatedView),
  ofStreams(['strangers'], strangersView),
  ofStreams(['optout'], optOutsView),
  ofStreams(['campaign', 'smsreport'], campaignsView),
  ofStreams(['language'], languagesView),
]
