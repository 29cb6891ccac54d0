import { deliveryEvents, identityEvents, paymentEvents, revenueEvents } from '@tuma/contracts/events'
import type { Language } from '@tuma/contracts/vocabulary'
import {
  derivedId,
  type Listening,
  type Reaction,
  reactionMetadata,
  reactor,
  type Streams,
} from '@tuma/platform/event-sourcing'
import type { Collection, Engines, Message } from '@tuma/platform/ports'
import type { Environment } from '@tuma/platform/runtime'
import { messageStream } from './domain/message.ts'
import type { MessageRow } from './domain/message-views.ts'
import { notificationGroup, type releaseHeld } from './held.ts'
import type { Languages } from './languages.ts'
import { holdReactions } from './reactions/hold-reactions.ts'
import { askOnce, type Lookups } from './reactions/lookups.ts'
import { moneyReactions } from './reactions/money-reactions.ts'
import { outgoingReactions } from './reactions/outgoing-reactions.ts'
import { type EnqueueNotice, openNotifyParties } from './reactions/parcel-notices.ts'
import { phoneReactions } from './reactions/phone-reactions.ts'
import { deliveryReactions, erasing, identityReactions, officeReactions } from './reactions/reactions.ts'
import { sessionReactions } from './reactions/session-reactions.ts'
import { unusedReaction } from './reactions/unused-reaction.ts'
import { wayReactions } from './reactions/way-reactions.ts'
import { messageRenderer, type RenderMessage } from './render-message/render-message.ts'
import { getHoldReason } from './restored.ts'
import type { NotificationSettings } from './settings.ts'
import type { Dispatcher } from './sms-queue/dispatcher.ts'
import type { NotificationEvent } from './stored-events.ts'

type Deps = Lookups & {
  readonly engines: Pick<Engines, 'bus'>
  readonly settings: NotificationSettings
  readonly environment: Environment
  readonly dispatching: Pick<Dispatcher, 'compose'>
  readonly streams: Streams<NotificationEvent>
  readonly messages: Collection<MessageRow>
  readonly release: ReturnType<typeof releaseHeld>
  readonly languages: Languages
  /** Without a slash at its end. */
  readonly site: string
  readonly contactPhone: string
}

/** Composes the messages about events in other services. */
export const listeners = (deps: Deps): Listening[] => {
  const { dispatching, streams, release, languages, engines, environment, settings, site, contactPhone } = deps
  const enqueueWith =
    (renderNow: RenderMessage): EnqueueNotice =>
    async ({ occasion, ...notice }, because) => {
      const metadata = reactionMetadata(notificationGroup, because, environment.now())
      const composed = { ...notice, held: getHoldReason(because, settings.restored) ?? notice.held }
      const command = { type: 'ComposeMessage', at: metadata.at, composed } as const
      await dispatching.compose(messageStream(derivedId(occasion, notice.role)), command, metadata, renderNow)
    }
  const suppose = (phones: readonly string[], language: Language, because: Message) =>
    languages.suppose(phones, language, reactionMetadata(notificationGroup, because, environment.now()))
  const listenTo = (topic: string, reactionsWith: (lookups: Lookups, enqueueNotice: EnqueueNotice) => Reaction[]) => {
    const reactions = askOnce(deps, (lookups) => reactionsWith(lookups, enqueueWith(messageRenderer(lookups, deps))))
    return reactor({ bus: engines.bus, group: notificationGroup, topic, reactions })
  }
  return [
    listenTo(deliveryEvents.requested.topic, ({ delivery, identity }, enqueueNotice) => {
      const notifyParties = openNotifyParties(delivery, enqueueNotice)
      return [
        ...deliveryReactions(delivery, notifyParties, release, suppose),
        ...wayReactions(identity, notifyParties, enqueueNotice),
        ...holdReactions({ ...deps, delivery, notifyParties }),
        ...phoneReactions({ delivery, languages, suppose, notifyParties, enqueueNotice, contactPhone }),
        ...erasing(streams.keys),
      ]
    }),
    listenTo(identityEvents.linkRequested.topic, ({ identity }, enqueueNotice) => [
      ...identityReactions(identity, enqueueNotice),
      ...sessionReactions({ identity, enqueueNotice, site }),
      ...officeReactions({ to: settings.CONTACT_EMAIL, site }, enqueueNotice),
    ]),
    listenTo(revenueEvents.payToChanged.topic, ({ identity, revenue }, enqueueNotice) =>
      moneyReactions({ identity, revenue, languages, enqueueNotice, site, contactPhone }),
    ),
    listenTo(paymentEvents.paidOut.topic, ({ payment }, enqueueNotice) => [
      ...outgoingReactions(payment, enqueueNotice),
      unusedReaction(payment, enqueueNotice),
    ]),
  ]
}
