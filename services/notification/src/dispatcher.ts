import { type Follower, follow, type Lease, type Projector } from '@tuma/platform/event-sourcing'
import { type Collection, type EventStore, everyDocument } from '@tuma/platform/ports'
import { messageStream } from './domain/message.ts'
import { type MessageRow, messagesView } from './domain/message-views.ts'
import { openScheduler, type Try } from './scheduler.ts'

const view = messagesView.collection.name
/** How long the view is waited for; what it does not show by then is followed. */
const patienceMs = 1000

/**
 * Sees to it that every message is sent or parked: first those that a former run has left waiting, then each that is
 * composed. Of several replicas the one that has the lease sends.
 */
export const dispatcher = (house: {
  readonly store: EventStore
  readonly projector: Projector
  readonly messages: Collection<MessageRow>
  /** Of a message's stream. */
  readonly trySending: Try
  readonly lease: Lease
  readonly onFault: (error: unknown) => void
}): Follower => {
  const { store, projector, messages, trySending, lease, onFault } = house
  let scheduler = openScheduler(trySending, onFault)

  /** Whatever the view has passed stands among the waiting; what comes after it is followed. */
  const resume = async (): Promise<number | null> => {
    await projector.caughtUp({ view, patienceMs })
    const position = projector.positionOf(view)
    for await (const { messageId } of everyDocument(messages, { where: { status: 'waiting' } })) {
      scheduler.begin(messageStream(messageId))
    }
    return position
  }

  const follower = follow({
    store,
    lease,
    startAfter: resume,
    // Who has the lease sees to everything that is there.
    watch: () => store.head(),
    async onLost() {
      await scheduler.close()
      scheduler = openScheduler(trySending, onFault)
    },
    take: async (batch) => {
      for (const { type, stream } of batch) if (type === 'MessageComposed') scheduler.begin(stream)
    },
    onFault,
  })

  return {
    ...follower,
    async close() {
      await follower.close()
      await scheduler.close()
    },
  }
}
