import type { Json } from './event-store.ts'

/**
 * How services learn of each other. Promises, proven by `testing/message-bus-suite.ts`:
 * - Messages of one key arrive in the order they were published; nothing is said about different keys.
 * - At least once: a message is done with when its handler has resolved; after a crash it, and some that came shortly
 *   before it, come again.
 * - Members of one group share the work; each group sees everything.
 * - A message whose handler fails `attempts` times is parked with its reason, and so are the later ones of its key,
 *   in order; the other keys go on. `EngineAway` from a handler pauses and parks nothing.
 * - A listener hears, in the order of each key, what is published from when it is `listening`; nothing of it is stored.
 */
export type Message = {
  readonly id: string
  readonly key: string
  readonly type: string
  readonly version: number
  readonly data: Json
  /** Correlation, causation, actor, time: strings only. */
  readonly headers: { readonly [name: string]: string }
}

export type ParkedMessage = {
  readonly id: number | string
  readonly topic: string
  readonly group: string
  readonly message: Message
  /** One line: why the handler gave up; 'behind <message id>' for one parked only to keep the order of its key. */
  readonly reason: string
  /** ISO time. */
  readonly parkedAt: string
}

/** A server that is needed cannot be reached just now: wait and try again, nothing is wrong with the message. */
export class EngineAway extends Error {
  override readonly name: string = 'EngineAway'
}

/**
 * It is there and refuses us, because a setting is wrong; the message is a sentence for who runs the installation and
 * names that setting. To everybody else it is an engine that is away: nothing is parked, and it goes on once it is mended.
 */
export class EngineMisconfigured extends EngineAway {
  override readonly name: string = 'EngineMisconfigured'
}

/**
 * What the engine stores is of another format than this version's: it reads nothing of that and adds nothing. The message
 * is a sentence for the person who runs the installation. A process that learns of it at its start ends with it.
 */
export class OtherFormat extends EngineMisconfigured {
  override readonly name: string = 'OtherFormat'
}

/**
 * The engine is not the one to which these data belong: it carries another mark, or none, or it was restored from an earlier
 * moment. Nothing of it is used. The message is a sentence as that of `OtherFormat`. Unlike all others it ends a process
 * also after its start (issue 40, item 3): each further append could go into events of others.
 */
export class OtherStore extends OtherFormat {
  override readonly name: string = 'OtherStore'
}

export type ConsumeOptions = {
  readonly topic: string
  readonly group: string
  /** How often a message is tried before it is parked (default 5). */
  readonly attempts?: number
  /** Milliseconds before the second try; doubles from try to try (default 200). */
  readonly backoffMs?: number
  /** Of the messages that it is told of; the others it is through with when they come (default all). */
  readonly types?: ReadonlySet<string>
  readonly onMessage: (message: Message) => Promise<void>
}

export type Consumer = {
  /**
   * When the oldest message was published that its group has not handled, in milliseconds since 1970; null where there is
   * none, or the bus can't say. Parked messages do not count.
   */
  oldestAt(): number | null
  close(): Promise<void>
}

export type ListenOptions = {
  readonly topic: string
  /** `EngineAway` from it: the message is brought again after a pause, and the later ones wait. */
  readonly onMessage: (message: Message) => Promise<void>
  /** Whatever else a message failed with: it is passed over. */
  readonly onFault: (error: unknown) => void
}

export type Listener = {
  /** Whether what is published now will be heard: at once, or as soon as the engine is no longer away. */
  listening(): boolean
  close(): Promise<void>
}

/** A message, and the event that it announces. */
export type ServedMessage = {
  readonly message: Message
  /** Of the event in the store of its service. */
  readonly position: number
  /** When the event was recorded, in milliseconds since 1970. */
  readonly recordedAt: number
}

/** What a run of events announces. */
export type ServedPage = {
  readonly messages: readonly ServedMessage[]
  /** Position of the last event of the run, whether it is announced or not. */
  readonly through: number
  readonly eventCount: number
}

/** A service's events, as what others may know of them. */
export type TopicSource = {
  /** Position of the newest event; null where there is none. @throws EngineAway */
  head(): Promise<number | null>
  /** At most `maxEvents` events after a position; null where there is none. Rejects: it is asked again after a pause. */
  read(after: number | null, maxEvents: number): Promise<ServedPage | null>
}

/** The end of a publisher on a bus that stores no messages. */
export type ServedTopic = {
  /** The position after which the reader of the topic begins, and goes on after a fault; null: with the first event. */
  startAfter(): Promise<number | null>
  /** Hands over the events after the last page. What was handed over before is dropped. */
  take(page: ServedPage): void
  /** Consumers of the topic wait until it is served again. */
  close(): Promise<void>
}

/** A bus that stores messages. */
export type Publishing = {
  /** Durable when resolved. Messages of one call are published in order. */
  publish(topic: string, messages: readonly Message[]): Promise<void>
  readonly serve?: undefined
}

/** A bus whose groups read the events themselves: nothing is stored twice, and a new group needs nothing told again. */
export type Serving = {
  /** A topic may be served several times at once, always from the same store. */
  serve(topic: string, source: TopicSource): ServedTopic
}

export type MessageBus = Groups & (Publishing | Serving)

/** How messages are heard, whatever carries them. */
export type Groups = {
  /** A new group hears everything, from the beginning of the topic. */
  consume(options: ConsumeOptions): Consumer
  /**
   * For what is of use only now, as telling open screens: from now on, as nobody's group. Nothing is stored, parked or
   * shared; who begins again begins at the end.
   */
  listen(options: ListenOptions): Listener
  /** Oldest first. */
  parked(group?: string): Promise<ParkedMessage[]>
  /** Gives the parked messages of that key back to the group, in order. @returns how many */
  replay(group: string, topic: string, key: string): Promise<number>
  /** How many messages the group has still to handle. A bus may stop counting at 1,000. */
  lag(topic: string, group: string): Promise<number>
}
