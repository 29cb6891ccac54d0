import { reactionMetadata, type Streams } from '@tuma/platform/event-sourcing'
import { type Collection, everyDocument, type Message } from '@tuma/platform/ports'
import type { Environment } from '@tuma/platform/runtime'
import { messageStream } from './domain/message.ts'
import { message } from './domain/message-decisions.ts'
import { type MessageRow, messagesView } from './domain/message-views.ts'
import { isOfBackup, type Restored } from './restored.ts'
import type { NotificationEvent } from './stored-events.ts'

/** Part of the names of the topics' consumers and of the ids of commands. */
export const notificationGroup = 'notification'

const view = messagesView.collection.name
/** How long to wait for the view. What it does not show by then is released at the parcel's next step, or by an admin. */
const patienceMs = 1000

/**
 * SMS are held so that strangers cannot use us to send SMS to any phone. A parcel that staff have in hand is not made up,
 * so its held SMS go out like every other, within the day's SMS.
 */
export const releaseHeld = (deps: {
  readonly streams: Streams<NotificationEvent>
  readonly messages: Collection<MessageRow>
  readonly environment: Environment
  readonly restored: Restored | undefined
}) => {
  const { streams, messages, environment, restored } = deps
  const handle = streams.getHandler(message)

  return async (deliveryId: string, because: Message): Promise<void> => {
    const { at, ...metadata } = reactionMetadata(notificationGroup, because, environment.now())
    await streams.projector.caughtUp({ view, patienceMs })
    for await (const { messageId } of everyDocument(messages, {
      where: { about: deliveryId, status: ['parked', 'atHandIn'] },
    })) {
      const stream = messageStream(messageId)
      const type = isOfBackup(restored ? await streams.read(stream) : [], restored) ? 'HoldRestored' : 'ReleaseHeld'
      await handle(stream, { type, at }, { at, ...metadata })
    }
  }
}
