import { deliveryEvents, identityEvents, paymentEvents, revenueEvents } from '@tuma/contracts/events'
import type { DeliveryClient, IdentityClient, PaymentClient, RevenueClient } from '@tuma/contracts/services'
import { contactPhone, type Language } from '@tuma/contracts/vocabulary'
import {
  derivedId,
  type Listening,
  openStreams,
  type Reaction,
  reactionMetadata,
  reactor,
  type Streams,
} from '@tuma/platform/event-sourcing'
import type { Collection, Engines, Message } from '@tuma/platform/ports'
import type { Log, Service, Surroundings } from '@tuma/platform/runtime'
import { audiences } from './audience.ts'
import { openBudgets } from './budgets.ts'
import { campaigns } from './campaigns.ts'
import { composing } from './composing.ts'
import { openDeliveryReports } from './delivery-reports.ts'
import { type Dispatcher, dispatcher } from './dispatcher.ts'
import { campaignsView } from './domain/campaigns-view.ts'
import { languagesView } from './domain/language.ts'
import { type Channel, messageStream } from './domain/message.ts'
import type { MessageDayRow } from './domain/message-days-view.ts'
import { type MessageRow, messagesView } from './domain/message-views.ts'
import { optOutsView } from './domain/opt-out.ts'
import { notificationHandlers } from './handlers.ts'
import { notificationGroup, releaseHeld } from './held.ts'
import { holdReactions } from './hold-reactions.ts'
import { type Languages, phoneLanguages } from './languages.ts'
import { letters } from './letters.ts'
import { moneyReactions } from './money-reactions.ts'
import { optOuts } from './opt-outs.ts'
import { outbox } from './outbox.ts'
import { outgoingLetters } from './outgoing-letters.ts'
import { outgoingReactions } from './outgoing-reactions.ts'
import { parcelMessages } from './parcel-messages.ts'
import { type Notice, parcelNotices } from './parcel-notices.ts'
import { phoneKey } from './phone-key.ts'
import { phoneReactions } from './phone-reactions.ts'
import { leavesTheHouse, type Providers, takes } from './provider.ts'
import { providersFrom } from './providers.ts'
import { deliveryReactions, erasing, identityReactions, officeReactions } from './reactions.ts'
import { readModels } from './read-models.ts'
import { heldBecauseOf } from './restored.ts'
import { openRetention } from './retention.ts'
import { sending } from './sending.ts'
import { sessionReactions } from './session-reactions.ts'
import type { NotificationSettings } from './settings.ts'
import { marketingBudget } from './spending.ts'
import { type NotificationEvent, storedEvents } from './stored-events.ts'
import { unsentMessages } from './unsent.ts'
import { unusedLetters } from './unused-letters.ts'
import { unusedReaction } from './unused-reaction.ts'
import { wayReactions } from './way-reactions.ts'

export { readModels } from './read-models.ts'
export { type NotificationSettings, notificationSettings } from './settings.ts'

type Options = {
  readonly engines: Engines
  readonly settings: NotificationSettings
  readonly surroundings: Surroundings
  readonly log: Log
  readonly delivery: Pick<DeliveryClient, 'parties' | 'collectionCode' | 'decisionKey' | 'formerPhone' | 'noteReach'>
  readonly identity: Pick<IdentityClient, 'linkMail' | 'mailAddress' | 'smsNumber'>
  readonly revenue: Pick<RevenueClient, 'payToChange'>
  readonly payment: Pick<PaymentClient, 'leftUnused' | 'outgoingOne'>
  /** Those that the settings name, unless somebody brings their own. */
  readonly providers?: Providers
}

/** @throws WrongSettings */
export const createNotification = async (options: Options): Promise<Service> => {
  const { engines, settings, surroundings, log, providers = providersFrom(options.settings) } = options
  const { bus } = engines
  const onFault = (error: unknown) => log.error({ err: error }, 'notification can not go on')
  const streams = await openStreams<NotificationEvent>({
    service: 'notification',
    engines,
    randomBytes: surroundings.randomBytes,
    now: surroundings.now,
    types: storedEvents,
    views: readModels,
    onFault,
  })
  const messages = await streams.readModel(messagesView)

  const house = { streams, surroundings, log, phoneKey: phoneKey(settings.secret) }
  const languages = phoneLanguages({
    ...house,
    rows: await streams.readModel(languagesView),
    delivery: options.delivery,
  })
  const { now } = surroundings
  const site = siteOf(settings)
  const { days, spend, ...ofBudgets } = await openBudgets({ streams, settings, site, now, onFault })
  const ofMarketing = await openMarketing({ ...house, languages, messages, days, provider: providers.sms, settings })
  const letterOf = lettersOf(options, languages)
  const sendingHouse = { ...house, providers, letterOf, spend, settings, replica: engines.replica }
  const trySending = sending(sendingHouse)
  const { projector, store } = streams
  const lease = streams.leaseFor('dispatcher')
  const retention = await openRetention({ streams, languages, settings, now, onFault })
  const dispatching = dispatcher({
    ...{ store, projector, messages, trySending, lease, onFault },
    leaves: (channel: Channel) => takes(providers[channel]),
    composing: composing({ ...sendingHouse, trySending }),
  })
  const release = releaseHeld({ streams, messages, surroundings, restored: settings.restored })
  const listening = listeners(options, { dispatching, streams, messages, release, languages })

  const unsent = unsentMessages({ ...house, messages, providers, letterOf })
  const reports = await openDeliveryReports({ ...options, streams, messages, onFault })
  const alarm = ofBudgets.alarm(dispatching.compose)
  return {
    router: notificationHandlers({
      ...house,
      messages,
      ...ofMarketing,
      outbox: outbox({ streams, messages, letterOf }),
      unsent,
      ofParcel: parcelMessages({ ...house, messages, providers, letterOf, unsent, compose: dispatching.compose }),
      reports,
      supportAddress: settings.CONTACT_EMAIL,
      budgets: ofBudgets.calls,
      languages,
      leaving: { email: leavesTheHouse(providers.email), sms: leavesTheHouse(providers.sms) },
      bus,
      listening,
    }),
    followers: [...streams.followers, { ...dispatching, spent: () => alarm.states() ?? {} }],
    listening,
    async close() {
      await Promise.all(listening.map((consumer) => consumer.close()))
      await alarm.close()
      await Promise.all([dispatching, ofMarketing.marketing, retention, reports].map((one) => one.close()))
      await streams.close()
    },
  }
}

const lettersOf = ({ delivery, identity, payment, settings }: Options, languages: Languages) => {
  const toCall = contactPhone(settings)
  const ofMoney = outgoingLetters(payment, languages, toCall)
  const ofUnused = unusedLetters(payment, languages, siteOf(settings))
  return letters(delivery, identity, languages, siteOf(settings), toCall, ofMoney, ofUnused)
}

type MarketingParts = Omit<Parameters<typeof optOuts>[0], 'rows'> & {
  readonly days: Collection<MessageDayRow>
  readonly provider: Providers['sms']
  readonly settings: NotificationSettings
  readonly log: Log
}

const openMarketing = async ({ days, provider, settings, ...house }: MarketingParts) => {
  const { streams, messages, surroundings } = house
  const rows = await streams.readModel(optOutsView)
  const { spend: spendSms, state } = marketingBudget({ days, now: surroundings.now }, settings.SMS_MARKETING_BUDGET)
  const unwilling = optOuts({ ...house, rows })
  const audienceOf = audiences({ messages, rows, surroundings })
  const sending = { ...house, provider, spendSms, optOuts: unwilling, audienceOf, batchSize: settings.AT_BATCH }
  return {
    marketing: campaigns(sending),
    audienceOf,
    campaigns: await streams.readModel(campaignsView),
    optOuts: unwilling,
    smsBudget: state,
  }
}

/** Without a slash at its end. */
const siteOf = ({ PUBLIC_URL }: Pick<NotificationSettings, 'PUBLIC_URL'>): string => PUBLIC_URL.replace(/\/$/, '')

/** Composes what people are told about what happens in other services. */
const listeners = (
  options: Options,
  house: {
    readonly dispatching: Pick<Dispatcher, 'compose'>
    readonly streams: Streams<NotificationEvent>
    readonly messages: Collection<MessageRow>
    readonly release: ReturnType<typeof releaseHeld>
    readonly languages: Languages
  },
): Listening[] => {
  const { dispatching, streams, release, languages } = house
  const { engines, surroundings, delivery, identity, payment, revenue, settings } = options
  const tell = async ({ occasion, ...notice }: Notice, because: Message): Promise<void> => {
    const metadata = reactionMetadata(notificationGroup, because, surroundings.now())
    const composed = { ...notice, held: heldBecauseOf(because, settings.restored) ?? notice.held }
    const command = { type: 'ComposeMessage', at: metadata.at, composed } as const
    await dispatching.compose(messageStream(derivedId(occasion, notice.role)), command, metadata)
  }
  const suppose = (phones: readonly string[], language: Language, because: Message) =>
    languages.suppose(phones, language, reactionMetadata(notificationGroup, because, surroundings.now()))
  const listenTo = (topic: string, reactions: readonly Reaction[]) =>
    reactor({ bus: engines.bus, group: notificationGroup, topic, reactions })
  const sendTo = parcelNotices(delivery, tell)
  const site = siteOf(settings)
  return [
    listenTo(deliveryEvents.requested.topic, [
      ...deliveryReactions(delivery, sendTo, release, suppose),
      ...wayReactions(identity, sendTo, tell),
      ...holdReactions({ ...house, delivery, sendTo }),
      ...phoneReactions({ delivery, languages, suppose, sendTo, tell, contactPhone: contactPhone(settings) }),
      ...erasing(streams.keys),
    ]),
    listenTo(identityEvents.linkRequested.topic, [
      ...identityReactions(identity, tell),
      ...sessionReactions({ identity, tell, site }),
      ...officeReactions({ to: settings.CONTACT_EMAIL, site }, tell),
    ]),
    listenTo(
      revenueEvents.payToChanged.topic,
      moneyReactions({ identity, revenue, languages, tell, site, contactPhone: contactPhone(settings) }),
    ),
    listenTo(paymentEvents.paidOut.topic, [...outgoingReactions(payment, tell), unusedReaction(payment, tell)]),
  ]
}
