import { type CheckedStore, type Follower, follow, type Lease, type Projector } from '@tuma/platform/event-sourcing'
import { type Collection, everyDocument, type StoredEvent } from '@tuma/platform/ports'
import { messageIdOf, messageStream } from './domain/message.ts'
import { type MessageRow, messagesView } from './domain/message-views.ts'
import { type Kind, openLanes } from './lanes.ts'
import type { TrySending } from './sending.ts'

const view = messagesView.collection.name
/** How long the view is waited for; what it does not show by then is followed. */
const patienceMs = 1000

/** So many are kept as they were heard of; whoever waits behind them is read when their turn comes. */
const heardMost = 1000

/** Of a message that is followed from its first event on, that event need not be read again. */
const openHeard = () => {
  const composed = new Map<string, StoredEvent>()
  return {
    note(event: StoredEvent): void {
      if (composed.size < heardMost) composed.set(event.stream, event)
    },
    /** Once: after that there is more in its stream. */
    taken(stream: string): StoredEvent | undefined {
      const event = composed.get(stream)
      composed.delete(stream)
      return event
    },
  }
}

/**
 * Sees to it that every message is sent or left to an admin: first those that a former run has left waiting, then each that is
 * composed, and what is asked for. Of several replicas the one that has the lease sends.
 */
export const dispatcher = (house: {
  readonly store: CheckedStore
  readonly projector: Projector
  readonly messages: Collection<MessageRow>
  /** Of a message's stream. */
  readonly trySending: TrySending
  readonly lease: Lease
  readonly onFault: (error: unknown) => void
}): Follower => {
  const { store, projector, messages, trySending, lease, onFault } = house
  let heard = openHeard()
  const trying = (stream: string) => trySending(stream, heard.taken(stream))
  let lanes = openLanes(trying, onFault)

  const begin = (row: MessageRow): void => lanes.begin(row, messageStream(row.messageId))

  /** Whatever the view has passed stands among the waiting; what comes after it is followed. */
  const resume = async (): Promise<number | null> => {
    await projector.caughtUp({ view, patienceMs })
    const position = projector.positionOf(view)
    const waiting = await Array.fromAsync(everyDocument(messages, { where: { status: 'waiting' } }))
    // Who is told several things is told them in the order in which they happened.
    for (const row of waiting.reverse()) begin(row)
    // Of those whose words a crash has left readable these go now.
    for await (const row of everyDocument(messages, { where: { template: 'support', status: ['sent', 'dismissed'] } }))
      begin(row)
    return position
  }
  const take = async (event: StoredEvent): Promise<void> => {
    const { type, stream, data } = event
    if (type === 'MessageComposed') {
      heard.note(event)
      lanes.begin(data as Kind, stream)
    }
    if (!isAskedFor(event)) return
    const row = await messages.get(messageIdOf(stream))
    if (row) lanes.hasten(row, stream)
  }

  const follower = follow({
    store,
    lease,
    startAfter: resume,
    // Who has the lease sees to everything that is there.
    watch: () => store.head(),
    async onLost() {
      await lanes.close()
      // Whoever has the lease now sends them: kept here, they would only leave no room for others.
      heard = openHeard()
      lanes = openLanes(trying, onFault)
    },
    take: async (batch) => {
      for (const event of batch) await take(event)
    },
    onFault,
  })

  return {
    ...follower,
    async close() {
      await follower.close()
      await lanes.close()
    },
  }
}

/** By an admin, or as what was held: what is attempted by itself a replica attempts. */
const isAskedFor = ({ type, metadata }: StoredEvent): boolean =>
  type === 'SendAttempted' && (metadata as { actor?: { replica?: string } }).actor?.replica === undefined
