import type { Json } from './event-store.ts'

/**
 * How services learn of each other's events. Promises, proven by `testing/message-bus-suite.ts`:
 * - Messages of one key arrive in the order they were published; different keys have no order.
 * - At least once: a message is done when its handler has resolved; after a crash it, and some shortly before it, come
 *   again.
 * - Members of one group share the work; each group gets everything.
 * - A message whose handler fails `attempts` times is parked with its reason, and so are the later ones of its key, in
 *   order; the other keys continue. `EngineAway` from a handler pauses and parks nothing.
 * - A listener gets, in the order of each key, what is published from when it is `listening`; nothing of it is stored.
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
  /**
   * One line: why the handler gave up; 'behind <message id>' for one that was parked only to keep the order of its key.
   */
  readonly reason: string
  /** ISO time. */
  readonly parkedAt: string
}

/** A server that is needed cannot be reached now: wait and try again, the message is not at fault. */
export class EngineAway extends Error {
  override readonly name: string = 'EngineAway'
}

/**
 * The engine is reachable and refuses us, because a setting is wrong; the message is a sentence for the operator and
 * names that setting. All other code treats it as an engine that is away: nothing is parked, and work continues once it
 * is corrected.
 */
export class EngineMisconfigured extends EngineAway {
  override readonly name: string = 'EngineMisconfigured'
}

/**
 * The engine stores another format than this version's: it reads none of it and adds nothing. The message is a sentence
 * for the operator. A process that finds this at its start ends.
 */
export class OtherFormat extends EngineMisconfigured {
  override readonly name: string = 'OtherFormat'
}

/**
 * The engine is not the one of these data: it has another mark, or none, or was restored from an earlier moment. None
 * of it is used. The message is a sentence like that of `OtherFormat`. Unlike all others it ends a process also after
 * its start (issue 40, item 3), because each further append could go into other data.
 */
export class OtherStore extends OtherFormat {
  override readonly name: string = 'OtherStore'
}

export type ConsumeOptions = {
  readonly topic: string
  readonly group: string
  /** How often a message is tried before it is parked (default 5). */
  readonly attempts?: number
  /** Milliseconds before the second attempt; doubles from attempt to attempt (default 200). */
  readonly backoffMs?: number
  /** The types for which `onMessage` is called; others are done when they come (default all). */
  readonly types?: ReadonlySet<string>
  readonly onMessage: (message: Message) => Promise<void>
}

export type Consumer = {
  /**
   * When the oldest message that its group has not handled was published, in milliseconds since 1970; null when all are
   * handled, or the bus does not know. Parked messages do not count.
   */
  oldestAt(): number | null
  close(): Promise<void>
}

export type ListenOptions = {
  readonly topic: string
  /** After `EngineAway` from it the message is brought again after a pause, and the later ones wait. */
  readonly onMessage: (message: Message) => Promise<void>
  /** Gets every other error of a message, which is then skipped. */
  readonly onFault: (error: unknown) => void
}

export type Listener = {
  /** Whether a message that is published now will arrive: at once, or as soon as the engine is no longer away. */
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

/** The messages of a run of events. */
export type ServedPage = {
  readonly messages: readonly ServedMessage[]
  /** Position of the last event of the run, even if it is not announced. */
  readonly through: number
  readonly eventCount: number
}

/** A service's events in their public form. */
export type TopicSource = {
  /** Position of the newest event; null when the store is empty. @throws EngineAway */
  head(): Promise<number | null>
  /**
   * At most `maxEvents` events after a position; null when there are no more. After a rejection it is called again,
   * after a pause.
   */
  read(after: number | null, maxEvents: number): Promise<ServedPage | null>
}

/** The end of a publisher on a bus that stores no messages. */
export type ServedTopic = {
  /**
   * The position after which the reader of the topic begins, and continues after a fault; null: with the first event.
   */
  startAfter(): Promise<number | null>
  /** Hands over the events after the last page. Events that were handed over before are dropped. */
  take(page: ServedPage): void
  /** Consumers of the topic wait until it is served again. */
  close(): Promise<void>
}

/** By partition of a topic: the offset that its next message gets, or one below that is known to be taken. */
export type TopicEnd = readonly number[]

/** Where messages of one partition were stored together: the offset of the first. They are kept or lost as a whole. */
export type StoredAt = { readonly partition: number; readonly offset: number }

/**
 * A bus that stores messages. A broker whose host loses its power may forget the last ones that it acknowledged: the
 * publisher notices that by the end of the topic, and publishes them again.
 */
export type Publishing = {
  /** Durable when resolved. Messages of one call are published in order. @returns where they are stored */
  publish(topic: string, messages: readonly Message[]): Promise<readonly StoredAt[]>
  /** Makes the topic if it is missing. @throws EngineAway */
  end(topic: string): Promise<TopicEnd>
  /**
   * For a topic that has forgotten messages, before these are published again: makes it longer than `end` and than what
   * any group has read, with records that are no messages. So each group gets all that is published from then on.
   * @throws EngineAway
   */
  fillUp(topic: string, end: TopicEnd): Promise<void>
  readonly serve?: undefined
}

/**
 * A bus whose groups read the events themselves: nothing is stored twice, and a new group gets its messages from the
 * store.
 */
export type Serving = {
  /** A topic may be served several times at once, always from the same store. */
  serve(topic: string, source: TopicSource): ServedTopic
}

export type MessageBus = Groups & (Publishing | Serving)

/** How messages are received, on every kind of bus. */
export type Groups = {
  /** A new group gets everything, from the beginning of the topic. */
  consume(options: ConsumeOptions): Consumer
  /**
   * For messages that only matter now, such as updates of open screens: from now on, without a group. Nothing is
   * stored, parked or shared; after a restart it begins at the end.
   */
  listen(options: ListenOptions): Listener
  /** Oldest first. */
  parked(group?: string): Promise<ParkedMessage[]>
  /** Gives the parked messages of that key back to the group, in order. @returns how many */
  replay(group: string, topic: string, key: string): Promise<number>
  /** How many messages the group must still handle. A bus may stop counting at 1,000. */
  lag(topic: string, group: string): Promise<number>
}
