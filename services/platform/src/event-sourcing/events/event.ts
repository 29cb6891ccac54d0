import type { Json } from '../../ports/event-store.ts'

/** A fact of the domain. `data` is JSON: ISO strings, integers, no Date. */
export type DomainEvent<Type extends string = string, Data extends object = object> = {
  readonly type: Type
  readonly data: Data
}

/** Who asked for it, when, and from which call. Never has personal data. */
export type EventMetadata = {
  /** ISO instant at which the command was accepted. */
  readonly at: string
  readonly commandId: string
  readonly correlationId: string
  /** The event or command that this follows from. */
  readonly causationId: string
  /** JSON: the kind of actor and its id. */
  readonly actor: Json
  /** Of the request with the command; another body under the same command id is refused. */
  readonly requestHash?: string
  /** 'seed': part of the demonstration network, for which no message is sent. */
  readonly origin?: string
}

/** A stored event, decoded to the newest version of its schema. */
export type Recorded<Event extends DomainEvent> = Event & {
  readonly id: string
  readonly stream: string
  readonly revision: number
  readonly position: number
  readonly metadata: EventMetadata
}
