import type { DeliveryClient, IdentityClient, PaymentClient, RevenueClient } from '@tuma/contracts/services'
import { contactPhone } from '@tuma/contracts/vocabulary'
import { openStreams } from '@tuma/platform/event-sourcing'
import type { Collection, Engines } from '@tuma/platform/ports'
import type { Environment, Log, Service } from '@tuma/platform/runtime'
import { composing, sending } from './attempts/send-message.ts'
import { openBudgets } from './budgets/budgets.ts'
import { marketingBudget } from './budgets/spending.ts'
import { campaignsView } from './domain/campaigns-view.ts'
import { languagesView } from './domain/language.ts'
import type { Channel } from './domain/message.ts'
import type { MessageDayRow } from './domain/message-days-view.ts'
import { messagesView } from './domain/message-views.ts'
import { optOutsView } from './domain/opt-out.ts'
import { repeatedView } from './domain/repeated-view.ts'
import { notificationHandlers } from './handlers.ts'
import { releaseHeld } from './held.ts'
import { phoneLanguages } from './languages.ts'
import { listeners } from './listeners.ts'
import { audiences } from './marketing/audience.ts'
import { campaigns } from './marketing/campaigns.ts'
import { optOuts } from './marketing/opt-outs.ts'
import { openFindingsMail } from './office/findings-mail.ts'
import { outbox } from './outbox.ts'
import { phoneKey } from './phone-key.ts'
import { openDeliveryReports } from './provider/delivery-reports.ts'
import { deliversToPeople, isConfigured, type Providers } from './provider/provider.ts'
import { providersFrom } from './provider/providers.ts'
import type { Lookups } from './reactions/lookups.ts'
import { parcelMessages } from './reactions/parcel-messages.ts'
import { readModels } from './read-models.ts'
import { messageRenderer } from './render-message/render-message.ts'
import { repeatedMessages } from './repeated.ts'
import { openRetention } from './retention.ts'
import type { NotificationSettings } from './settings.ts'
import { dispatcher } from './sms-queue/dispatcher.ts'
import { type NotificationEvent, storedEvents } from './stored-events.ts'
import { unsentMessages } from './unsent.ts'

export { SendFailed } from './provider/provider.ts'
export { readModels } from './read-models.ts'
export { type NotificationSettings, notificationSettings } from './settings.ts'

type Options = {
  readonly engines: Engines
  readonly settings: NotificationSettings
  readonly environment: Environment
  readonly log: Log
  readonly delivery: Lookups['delivery'] & Pick<DeliveryClient, 'noteReach' | 'audited'>
  readonly identity: Lookups['identity'] & Pick<IdentityClient, 'audited'>
  readonly payment: Lookups['payment'] & Pick<PaymentClient, 'audited'>
  readonly revenue: Lookups['revenue'] & Pick<RevenueClient, 'audited'>
  /** Those in the settings, unless a test brings its own. */
  readonly providers?: Providers
}

/** @throws WrongSettings */
export const createNotification = async (options: Options): Promise<Service> => {
  const { engines, settings, environment, log, providers = providersFrom(options.settings) } = options
  const { bus } = engines
  const onFault = (error: unknown) => log.error({ err: error }, 'notification can not go on')
  const streams = await openStreams<NotificationEvent>({
    service: 'notification',
    engines,
    randomBytes: environment.randomBytes,
    now: environment.now,
    types: storedEvents,
    views: readModels,
    onFault,
  })
  const messages = await streams.readModel(messagesView)

  const deps = { streams, environment, log, phoneKey: phoneKey(settings.secret) }
  const languageRows = await streams.readModel(languagesView)
  const languages = phoneLanguages({ ...deps, rows: languageRows, delivery: options.delivery })
  const { now } = environment
  const site = getSite(settings)
  const { days, spend, ...ofBudgets } = await openBudgets({ streams, settings, site, now, onFault })
  const ofMarketing = await openMarketing({ ...deps, languages, messages, days, provider: providers.sms, settings })
  const rendering = { languages, site, contactPhone: contactPhone(settings) }
  const renderMessage = messageRenderer(options, rendering)
  const sendingDeps = { ...deps, providers, renderMessage, spend, settings, replica: engines.replica }
  const trySending = sending(sendingDeps)
  const retention = await openRetention({ streams, languages, settings, now, onFault })
  const dispatching = dispatcher({
    ...{ ...streams, messages, trySending, lease: streams.leaseFor('dispatcher'), onFault },
    leaves: (channel: Channel) => isConfigured(providers[channel]),
    composing: composing({ ...sendingDeps, trySending }),
  })
  const release = releaseHeld({ streams, messages, environment, restored: settings.restored })
  const listening = listeners({ ...options, ...rendering, dispatching, streams, messages, release })

  const unsent = unsentMessages({ ...deps, messages, providers, renderMessage })
  const reports = await openDeliveryReports({ ...options, ...deps, messages, onFault })
  const alarm = ofBudgets.alarm(dispatching.compose)
  const office = { to: settings.CONTACT_EMAIL, site }
  const findings = openFindingsMail({ ...options, streams, compose: dispatching.compose, office, now, onFault })
  return {
    router: notificationHandlers({
      ...deps,
      messages,
      ...ofMarketing,
      outbox: outbox({ streams, messages, renderMessage }),
      unsent,
      repeated: repeatedMessages({ repeated: await streams.readModel(repeatedView), messages, now }),
      ofParcel: parcelMessages({ ...deps, messages, providers, renderMessage, unsent, compose: dispatching.compose }),
      reports,
      supportAddress: settings.CONTACT_EMAIL,
      budgets: ofBudgets.calls,
      languages,
      leaving: { email: deliversToPeople(providers.email), sms: deliversToPeople(providers.sms) },
      bus,
      listening,
    }),
    followers: [...streams.followers, { ...dispatching, spent: () => alarm.states() ?? {} }],
    listening,
    async close() {
      await Promise.all(listening.map((consumer) => consumer.close()))
      await Promise.all([alarm.close(), findings.close()])
      await Promise.all([dispatching, ofMarketing.marketing, retention, reports].map((one) => one.close()))
      await streams.close()
    },
  }
}

type MarketingParts = Omit<Parameters<typeof optOuts>[0], 'rows'> & {
  readonly days: Collection<MessageDayRow>
  readonly provider: Providers['sms']
  readonly settings: NotificationSettings
  readonly log: Log
}

const openMarketing = async ({ days, provider, settings, ...deps }: MarketingParts) => {
  const { streams, messages, environment } = deps
  const rows = await streams.readModel(optOutsView)
  const { spend: spendSms, state } = marketingBudget({ days, now: environment.now }, settings.SMS_MARKETING_BUDGET)
  const unwilling = optOuts({ ...deps, rows })
  const audienceOf = audiences({ messages, rows, environment })
  const sending = { ...deps, provider, spendSms, optOuts: unwilling, audienceOf, batchSize: settings.AT_BATCH }
  return {
    marketing: campaigns(sending),
    audienceOf,
    campaigns: await streams.readModel(campaignsView),
    optOuts: unwilling,
    smsBudget: state,
  }
}

/** Without a slash at its end. */
const getSite = ({ PUBLIC_URL }: Pick<NotificationSettings, 'PUBLIC_URL'>): string => PUBLIC_URL.replace(/\/$/, '')
