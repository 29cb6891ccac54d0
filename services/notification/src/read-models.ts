import { type AnyView, ofStreams } from '@tuma/platform/event-sourcing'
import { campaignsView } from './domain/campaigns-view.ts'
import { languagesView } from './domain/language.ts'
import { messagesView } from './domain/message-views.ts'
import { optOutsView } from './domain/opt-out.ts'
import { smsDaysView } from './domain/sms-days-view.ts'
import type { NotificationEvent } from './stored-events.ts'

/** Every read model of the service: one projector fills them all. */
export const readModels: readonly AnyView<NotificationEvent>[] = [
  ofStreams(['message', 'campaign', 'optout'], messagesView),
  ofStreams(['message', 'campaign'], smsDaysView),
  ofStreams(['optout'], optOutsView),
  ofStreams(['campaign', 'smsreport'], campaignsView),
  ofStreams(['language'], languagesView),
]
