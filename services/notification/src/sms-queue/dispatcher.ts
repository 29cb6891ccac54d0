import {
  type CheckedStore,
  type EventMetadata,
  type Follower,
  follow,
  type Lease,
  type Projector,
} from '@tuma/platform/event-sourcing'
import { type Collection, everyDocument, type StoredEvent } from '@tuma/platform/ports'
import type { MessageComposed } from '../attempts/attempts.ts'
import type { Composing, TrySending } from '../attempts/send-message.ts'
import { type Channel, getMessageId, messageStream } from '../domain/message.ts'
import type { ComposeMessage } from '../domain/message-decisions.ts'
import { type MessageRow, messagesView } from '../domain/message-views.ts'
import type { RenderMessage } from '../render-message/render-message.ts'
import { type Kind, openSendQueues, type SendQueues } from './send-queues.ts'

const view = messagesView.collection.name
/** How long to wait for the view. The dispatcher follows what the view does not show by then. */
const patienceMs = 1000

/** So many events are kept in memory; the streams of later ones are read in their turn. */
const maxHeard = 1000

/** The first event of a message that is followed from the start need not be read again. */
const openHeard = () => {
  const composed = new Map<string, StoredEvent>()
  return {
    note(event: StoredEvent): void {
      if (composed.size < maxHeard) composed.set(event.stream, event)
    },
    /** Once: after that its stream has more events. */
    taken(stream: string): StoredEvent | undefined {
      const event = composed.get(stream)
      composed.delete(stream)
      return event
    },
  }
}

export type Dispatcher = Follower & {
  /**
   * Composes a message. It is sent at once if this process sends, no other message of its person waits, and a place is free.
   * @param renderNow renders it if it is sent at once, from the answers that its reaction has already received
   */
  compose(stream: string, command: ComposeMessage, metadata: EventMetadata, renderNow?: RenderMessage): Promise<void>
}

/**
 * Makes sure that every message is sent or left to an admin: first those that the former run has left waiting, then each
 * that is composed, and those that an admin asks for. Of several replicas only the one with the lease sends.
 */
export const dispatcher = (deps: {
  readonly store: CheckedStore
  readonly projector: Projector
  readonly messages: Collection<MessageRow>
  /** Of a message's stream. */
  readonly trySending: TrySending
  readonly composing: Composing
  /** Whether a provider sends messages of this channel. */
  readonly leaves: (channel: Channel) => boolean
  readonly lease: Lease
  readonly onFault: (error: unknown) => void
}): Dispatcher => {
  const { store, projector, messages, trySending, composing, lease, onFault } = deps
  /** Composed and enqueued here: the store's event does not enqueue them again. */
  const begunHere = new Set<string>()
  /** The waiting messages are in its queues, and this process follows new ones. */
  let sends = false
  let heard = openHeard()
  const trying = (stream: string) => trySending(stream, heard.taken(stream))
  let queues = openSendQueues(trying, onFault)

  /** Enqueues what the view shows as waiting, and follows what comes after the view's position. */
  const resume = async (): Promise<number | null> => {
    await projector.caughtUp({ view, patienceMs })
    const position = projector.getPosition(view)
    for (const row of await leftIn(messages)) queues.enqueue(row, messageStream(row.messageId))
    sends = true
    return position
  }
  const take = async (event: StoredEvent): Promise<void> => {
    const { type, stream } = event
    if (type === 'MessageComposed' && !begunHere.delete(stream) && !isHeld(event)) {
      heard.note(event)
      queues.enqueue(event.data as Kind, stream)
    }
    if (!isAskedFor(event)) return
    const row = await messages.get(getMessageId(stream))
    if (row) queues.retryNow(row, stream)
  }

  const follower = follow({
    store,
    lease,
    startAfter: resume,
    // The replica with the lease sends all that waits.
    watch: () => store.head(),
    async onLost() {
      sends = false
      await queues.close()
      begunHere.clear()
      // The new holder of the lease sends them. Here they would only take the room of others.
      heard = openHeard()
      queues = openSendQueues(trying, onFault)
    },
    take: async (batch) => {
      for (const event of batch) await take(event)
    },
    onFault,
  })

  return {
    ...follower,
    async compose(stream, command, metadata, renderNow) {
      const { channel, held } = command.composed
      const isForQueues = sends && held === undefined && deps.leaves(channel)
      if (!isForQueues) return void (await composing.compose(stream, command, metadata))
      // Before it is recorded: the store's event may come before the append has returned.
      begunHere.add(stream)
      let here = false
      try {
        here = await composeIn(queues, composing, { stream, command, metadata, renderNow })
      } finally {
        if (!here) begunHere.delete(stream)
      }
    },
    async close() {
      sends = false
      await follower.close()
      await queues.close()
    },
  }
}

const leftIn = async (messages: Collection<MessageRow>): Promise<MessageRow[]> => {
  const waiting = await Array.fromAsync(everyDocument(messages, { where: { status: 'waiting' } }))
  const written = everyDocument(messages, { where: { template: 'support', status: ['sent', 'dismissed'] } })
  // A person gets several messages in the order of their events. Messages whose words a crash has left readable are
  // sent now.
  return [...waiting.reverse(), ...(await Array.fromAsync(written))]
}

type ToCompose = {
  readonly stream: string
  readonly command: ComposeMessage
  readonly metadata: EventMetadata
  readonly renderNow: RenderMessage | undefined
}

/**
 * Resolves when it is composed, with false when it was composed before. Does not wait for its turn to be sent,
 * because its queue may be full for long.
 */
const composeIn = async (queues: SendQueues, composing: Composing, toCompose: ToCompose) => {
  const { stream, command, metadata, renderNow } = toCompose
  const composed = Promise.withResolvers<boolean>()
  let isRecorded = false
  const isComposed = (here: boolean): void => {
    isRecorded = true
    composed.resolve(here)
  }
  const first = () =>
    composing.composeAndSend(stream, command, metadata, isComposed, renderNow).catch((error: unknown) => {
      if (isRecorded) throw error
      // The caller tries again.
      composed.reject(error)
      return null
    })
  if (queues.runIfIdle(command.composed, stream, first)) return composed.promise
  const here = await composing.compose(stream, command, metadata)
  queues.enqueue(command.composed, stream)
  return here
}

/** A message that is held when it is composed is parked in the same append, because the store would refuse an attempt. */
const isHeld = ({ data }: StoredEvent): boolean => (data as Pick<MessageComposed['data'], 'held'>).held !== undefined

/** By an admin, or released from a hold. A replica makes its attempts by itself. */
const isAskedFor = ({ type, metadata }: StoredEvent): boolean =>
  type === 'SendAttempted' && (metadata as { actor?: { replica?: string } }).actor?.replica === undefined
