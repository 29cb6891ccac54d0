import type { Json } from '../../ports/event-store.ts'

/** A fact of the domain. `data` is JSON: ISO strings, integers, no Date. */
export type DomainEvent<Type extends string = string, Data extends object = object> = {
  readonly type: Type
  readonly data: Data
}

/** Who asked for it, when, and from which call. Personal data never stands here. */
export type EventMetadata = {
  /** ISO instant at which the command was taken. */
  readonly at: string
  readonly commandId: string
  readonly correlationId: string
  /** The event or command that this follows from. */
  readonly causationId: string
  /** JSON: the kind of actor and its id. */
  readonly actor: Json
  /** Of the request that carried the command; another body under the same command id is refused. */
  readonly requestHash?: string
  /** 'seed': part of the demonstration network, nobody is told. */
  readonly origin?: string
}

/** An event as it stands in the store, decoded to the newest version of its schema. */
export type Recorded<Event extends DomainEvent> = Event & {
  readonly id: string
  readonly stream: string
  readonly revision: number
  readonly position: number
  readonly metadata: EventMetadata
}
