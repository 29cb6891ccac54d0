import { implement } from '@orpc/server'
import { type Asked, notificationContract, traceOf } from '@tuma/contracts/services'
import { derivedId, type Listening, metadataFrom, type Streams } from '@tuma/platform/event-sourcing'
import type { Collection, MessageBus } from '@tuma/platform/ports'
import { parkedHandlers, type Surroundings } from '@tuma/platform/runtime'
import type { BudgetCalls } from './budgets/budgets.ts'
import { messageStream, writerOf } from './domain/message.ts'
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
import type { NotificationEvent } from './stored-events.ts'
import type { unsentMessages } from './unsent.ts'

export const notificationHandlers = (
  house: Marketing & {
    readonly streams: Streams<NotificationEvent>
    readonly messages: Collection<MessageRow>
    readonly outbox: ReturnType<typeof outbox>
    readonly unsent: ReturnType<typeof unsentMessages>
    readonly ofParcel: ReturnType<typeof parcelMessages>
    readonly reports: Awaited<ReturnType<typeof openDeliveryReports>>
    readonly languages: Languages
    readonly budgets: BudgetCalls
    readonly supportAddress: string
    /** By channel: somebody carries its messages out of the house. */
    readonly leaving: { readonly email: boolean; readonly sms: boolean }
    readonly bus: MessageBus
    /** To other services. */
    readonly listening: readonly Listening[]
    readonly surroundings: Surroundings
  },
) => {
  const { streams, messages, unsent, supportAddress, surroundings } = house
  const contract = implement(notificationContract)
  const compose = streams.handlerOf(message)
  const metadataOf = (asked: Asked) => metadataFrom({ ...asked, actor: traceOf(asked.actor) }, surroundings.now())
  const { parked, replay, lagging } = parkedHandlers(house.bus, house.listening)
  const takeCallback = takingCallbacks(house)

  return contract.router({
    leaving: contract.leaving.handler(() => house.leaving),

    outbox: contract.outbox.handler(({ input: { limit } }) => house.outbox(limit)),

    ...marketingHandlers(house),

    chooseLanguage: contract.chooseLanguage.handler(async ({ input: { asked, deliveryId, language } }) => {
      await house.languages.choose(asked, deliveryId, language)
      return {}
    }),

    languageOf: contract.languageOf.handler(async ({ input: { deliveryId } }) => ({
      language: await house.languages.ofReceiver(deliveryId),
    })),

    messagesTo: contract.messagesTo.handler(({ input }) => messagesTo(messages, input)),

    messagesAbout: contract.messagesAbout.handler(({ input: { deliveryId } }) => house.ofParcel.list(deliveryId)),
    sendMessageAgain: contract.sendMessageAgain.handler(async ({ input: { asked, deliveryId, messageId } }) => {
      await house.ofParcel.sendAgain(asked, deliveryId, messageId)
      return {}
    }),

    unsent: contract.unsent.handler(({ input: { limit, cursor } }) => unsent.list(limit, cursor)),
    sendUnsent: contract.sendUnsent.handler(async ({ input: { asked, messageId } }) => ({
      sent: await unsent.send(asked, messageId),
    })),
    dismissUnsent: contract.dismissUnsent.handler(async ({ input: { asked, messageId } }) => ({
      dismissed: await unsent.dismiss(asked, messageId),
    })),

    budgets: contract.budgets.handler(() => house.budgets.state()),
    stopStrangers: contract.stopStrangers.handler(async ({ input: { asked, stop } }) => {
      await house.budgets.stop(asked, stop)
      return {}
    }),

    callback: contract.callback.handler(async ({ input }) => ({ taken: await takeCallback(input) })),

    support: contract.support.handler(async ({ input: { asked, ...written } }) => {
      const messageId = derivedId('support', asked.commandId)
      const recipient = { personId: writerOf(messageId), to: supportAddress, ...supportMail(written) }
      const kind = { channel: 'email', template: 'support', role: 'support', language: 'en', purse: null } as const
      const composed = { ...kind, about: messageId, recipient }
      const metadata = metadataOf(asked)
      await compose(messageStream(messageId), { type: 'ComposeMessage', at: metadata.at, composed }, metadata)
      return {}
    }),

    parked: contract.parked.handler(parked),
    replay: contract.replay.handler(replay),
    lagging: contract.lagging.handler(lagging),
    behind: contract.behind.handler(() => streams.projector.behind()),
    damaged: contract.damaged.handler(() => streams.damaged()),
    degraded: contract.degraded.handler(() => streams.degraded()),
  })
}
