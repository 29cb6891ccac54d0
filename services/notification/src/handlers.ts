import { implement } from '@orpc/server'
import { type CommandContext, getTrace, notificationContract } from '@tuma/contracts/services'
import { derivedId, type Listening, metadataFrom, type Streams } from '@tuma/platform/event-sourcing'
import type { Collection, MessageBus } from '@tuma/platform/ports'
import { type Environment, parkedHandlers } from '@tuma/platform/runtime'
import type { BudgetCalls } from './budgets/budgets.ts'
import { getWriter, messageStream } from './domain/message.ts'
import { message } from './domain/message-decisions.ts'
import type { MessageRow } from './domain/message-views.ts'
import type { Languages } from './languages.ts'
import { type Marketing, marketingHandlers } from './marketing/marketing-handlers.ts'
import type { outbox } from './outbox.ts'
import { takingCallbacks } from './provider/callbacks.ts'
import type { openDeliveryReports } from './provider/delivery-reports.ts'
import { messagesTo } from './reactions/messages-to.ts'
import type { parcelMessages } from './reactions/parcel-messages.ts'
import { supportMail } from './render-message/texts.ts'
import type { repeatedMessages } from './repeated.ts'
import type { NotificationEvent } from './stored-events.ts'
import type { unsentMessages } from './unsent.ts'

export const notificationHandlers = (
  deps: Marketing & {
    readonly streams: Streams<NotificationEvent>
    readonly messages: Collection<MessageRow>
    readonly outbox: ReturnType<typeof outbox>
    readonly unsent: ReturnType<typeof unsentMessages>
    readonly repeated: ReturnType<typeof repeatedMessages>
    readonly ofParcel: ReturnType<typeof parcelMessages>
    readonly reports: Awaited<ReturnType<typeof openDeliveryReports>>
    readonly languages: Languages
    readonly budgets: BudgetCalls
    readonly supportAddress: string
    /** By channel: whether a provider sends its messages. */
    readonly leaving: { readonly email: boolean; readonly sms: boolean }
    readonly bus: MessageBus
    /** For other services. */
    readonly listening: readonly Listening[]
    readonly environment: Environment
  },
) => {
  const { streams, messages, unsent, supportAddress, environment } = deps
  const contract = implement(notificationContract)
  const compose = streams.getHandler(message)
  const buildMetadata = (asked: CommandContext) =>
    metadataFrom({ ...asked, actor: getTrace(asked.actor) }, environment.now())
  const { parked, replay, lagging } = parkedHandlers(deps.bus, deps.listening)
  const takeCallback = takingCallbacks(deps)

  return contract.router({
    leaving: contract.leaving.handler(() => deps.leaving),
    outbox: contract.outbox.handler(({ input: { limit } }) => deps.outbox(limit)),

    ...marketingHandlers(deps),

    chooseLanguage: contract.chooseLanguage.handler(async ({ input: { asked, deliveryId, language } }) => {
      await deps.languages.choose(asked, deliveryId, language)
      return {}
    }),

    getLanguage: contract.getLanguage.handler(async ({ input: { deliveryId } }) => ({
      language: await deps.languages.ofReceiver(deliveryId),
    })),

    messagesTo: contract.messagesTo.handler(({ input }) => messagesTo(messages, input)),

    messagesAbout: contract.messagesAbout.handler(({ input: { deliveryId } }) => deps.ofParcel.list(deliveryId)),
    sendMessageAgain: contract.sendMessageAgain.handler(async ({ input: { asked, deliveryId, messageId } }) => {
      await deps.ofParcel.sendAgain(asked, deliveryId, messageId)
      return {}
    }),

    unsent: contract.unsent.handler(({ input: { limit, cursor } }) => unsent.list(limit, cursor)),
    repeated: contract.repeated.handler(({ input: { limit, cursor } }) => deps.repeated(limit, cursor)),
    sendUnsent: contract.sendUnsent.handler(async ({ input: { asked, messageId } }) => ({
      sent: await unsent.send(asked, messageId),
    })),
    dismissUnsent: contract.dismissUnsent.handler(async ({ input: { asked, messageId } }) => ({
      dismissed: await unsent.dismiss(asked, messageId),
    })),

    budgets: contract.budgets.handler(() => deps.budgets.state()),
    stopStrangers: contract.stopStrangers.handler(async ({ input: { asked, stop } }) => {
      await deps.budgets.stop(asked, stop)
      return {}
    }),

    callback: contract.callback.handler(async ({ input }) => ({ taken: await takeCallback(input) })),

    support: contract.support.handler(async ({ input: { asked, ...written } }) => {
      const messageId = derivedId('support', asked.commandId)
      const recipient = { personId: getWriter(messageId), to: supportAddress, ...supportMail(written) }
      const kind = { channel: 'email', template: 'support', role: 'support', language: 'en', purse: null } as const
      const composed = { ...kind, about: messageId, recipient }
      const metadata = buildMetadata(asked)
      await compose(messageStream(messageId), { type: 'ComposeMessage', at: metadata.at, composed }, metadata)
      return {}
    }),

    parked: contract.parked.handler(parked),
    replay: contract.replay.handler(replay),
    lagging: contract.lagging.handler(lagging),
    behind: contract.behind.handler(() => streams.projector.behind()),
    damaged: contract.damaged.handler(() => streams.damaged()),
    damagedCollections: contract.damagedCollections.handler(() => streams.damagedCollections()),
    audited: contract.audited.handler(() => streams.audited()),
    publishedAgain: contract.publishedAgain.handler(() => streams.publishedAgain()),
    degraded: contract.degraded.handler(() => streams.degraded()),
  })
}
