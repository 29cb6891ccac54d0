import {
  type CheckedStore,
  type EventMetadata,
  type Follower,
  follow,
  type Lease,
  type Projector,
} from '@tuma/platform/event-sourcing'
import { type Collection, everyDocument, type StoredEvent } from '@tuma/platform/ports'
import type { MessageComposed } from './attempts.ts'
import type { Composing } from './composing.ts'
import { type Channel, messageIdOf, messageStream } from './domain/message.ts'
import type { ComposeMessage } from './domain/message-decisions.ts'
import { type MessageRow, messagesView } from './domain/message-views.ts'
import { type Kind, type Lanes, openLanes } from './lanes.ts'
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

export type Dispatcher = Follower & {
  /** Composes a message. It leaves at once where this process sends and nothing of its person or lane stands before it. */
  compose(stream: string, command: ComposeMessage, metadata: EventMetadata): Promise<void>
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
  readonly composing: Composing
  /** Whether somebody carries messages of this channel. */
  readonly leaves: (channel: Channel) => boolean
  readonly lease: Lease
  readonly onFault: (error: unknown) => void
}): Dispatcher => {
  const { store, projector, messages, trySending, composing, lease, onFault } = house
  /** Composed here, and in a lane since: they are not begun once more when the store tells of them. */
  const begunHere = new Set<string>()
  /** What was left is in its lanes, and this process follows what comes. */
  let sends = false
  let heard = openHeard()
  const trying = (stream: string) => trySending(stream, heard.taken(stream))
  let lanes = openLanes(trying, onFault)

  /** Whatever the view has passed stands among the waiting; what comes after it is followed. */
  const resume = async (): Promise<number | null> => {
    await projector.caughtUp({ view, patienceMs })
    const position = projector.positionOf(view)
    for (const row of await leftIn(messages)) lanes.begin(row, messageStream(row.messageId))
    sends = true
    return position
  }
  const take = async (event: StoredEvent): Promise<void> => {
    const { type, stream } = event
    if (type === 'MessageComposed' && !begunHere.delete(stream) && !isHeld(event)) {
      heard.note(event)
      lanes.begin(event.data as Kind, stream)
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
      sends = false
      await lanes.close()
      begunHere.clear()
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
    async compose(stream, command, metadata) {
      const { channel, held } = command.composed
      const isForLanes = sends && held === undefined && house.leaves(channel)
      if (!isForLanes) return void (await composing.compose(stream, command, metadata))
      // Before it stands: the store may tell of it before whoever composes it hears.
      begunHere.add(stream)
      let here = false
      try {
        here = await composeIn(lanes, composing, { stream, command, metadata })
      } finally {
        if (!here) begunHere.delete(stream)
      }
    },
    async close() {
      sends = false
      await follower.close()
      await lanes.close()
    },
  }
}

const leftIn = async (messages: Collection<MessageRow>): Promise<MessageRow[]> => {
  const waiting = await Array.fromAsync(everyDocument(messages, { where: { status: 'waiting' } }))
  const written = everyDocument(messages, { where: { template: 'support', status: ['sent', 'dismissed'] } })
  // Who is told several things is told them in the order in which they happened. Of those whose words a crash has left
  // readable these go now.
  return [...waiting.reverse(), ...(await Array.fromAsync(written))]
}

type ToCompose = {
  readonly stream: string
  readonly command: ComposeMessage
  readonly metadata: EventMetadata
}

/**
 * Resolves when it is composed, with false when it was before. Where it has to wait for its turn it is not waited for: its lane may
 * be full for long.
 */
const composeIn = async (lanes: Lanes, composing: Composing, { stream, command, metadata }: ToCompose) => {
  const composed = Promise.withResolvers<boolean>()
  let stands = false
  const isComposed = (here: boolean): void => {
    stands = true
    composed.resolve(here)
  }
  const first = () =>
    composing.composeAndSend(stream, command, metadata, isComposed).catch((error: unknown) => {
      if (stands) throw error
      // Who asks for it tries again.
      composed.reject(error)
      return null
    })
  if (lanes.beginAtOnce(command.composed, stream, first)) return composed.promise
  const here = await composing.compose(stream, command, metadata)
  lanes.begin(command.composed, stream)
  return here
}

/** What is held when it is composed is parked in the same append: an attempt would be refused by the store. */
const isHeld = ({ data }: StoredEvent): boolean => (data as Pick<MessageComposed['data'], 'held'>).held !== undefined

/** By an admin, or as what was held: what is attempted by itself a replica attempts. */
const isAskedFor = ({ type, metadata }: StoredEvent): boolean =>
  type === 'SendAttempted' && (metadata as { actor?: { replica?: string } }).actor?.replica === undefined
