import * as z from 'zod/mini'
import { DocumentsDamaged } from '../../ports/document-store.ts'
import { type Consumer, EngineAway, type Message, type MessageBus } from '../../ports/message-bus.ts'
import type { EventMetadata } from '../events/event.ts'
import { type GroupLag, watchLag } from './group-lag.ts'

/** One version of another service's event, with the schema by which a consumer reads it. */
export type HeardType<Heard extends z.ZodMiniType = z.ZodMiniType> = {
  readonly topic: string
  readonly type: string
  readonly version: number
  readonly heard: Heard
}

export type Reaction = {
  readonly published: HeardType
  readonly react: (data: never, message: Message) => Promise<void>
}

/** The reaction of a service to one version of another service's event. */
export const on = <Heard extends z.ZodMiniType>(
  published: HeardType<Heard>,
  react: (data: z.output<Heard>, message: Message) => Promise<void>,
): Reaction => ({ published, react: react as Reaction['react'] })

/**
 * The commands of a reaction have an id made from (consumer, event id), and are found in their stream the second time,
 * so that no table of seen messages is needed.
 */
export const reactionMetadata = (group: string, message: Message, at: string): EventMetadata => ({
  at,
  commandId: `${group}:${message.id}`,
  correlationId: message.headers.correlationId ?? message.id,
  causationId: message.id,
  actor: { kind: 'system', name: group },
  ...(message.headers.origin ? { origin: message.headers.origin } : {}),
})

/** A running listener. */
export type Listening = Pick<Consumer, 'close'> & {
  readonly group: string
  lag(): GroupLag
  /**
   * Age of the oldest message that the group has not handled, in milliseconds since it was published; 0 when it has
   * handled all.
   */
  lateMs(): number
}

/** Rows that fill again are no fault of the message: it waits, as for an engine that is away. */
const untilFilled = (error: unknown): never => {
  throw error instanceof DocumentsDamaged ? new EngineAway(error.message, { cause: error }) : error
}

/** Listens to a topic. Ignores unknown types, and parks messages of an unknown version. */
export const reactor = (options: {
  readonly bus: MessageBus
  readonly topic: string
  readonly group: string
  readonly reactions: readonly Reaction[]
  readonly attempts?: number
}): Listening => {
  const { bus, topic, group, reactions, attempts } = options
  const consumer = bus.consume({
    topic,
    group,
    ...(attempts === undefined ? {} : { attempts }),
    types: new Set(reactions.map(({ published }) => published.type)),
    async onMessage(message) {
      const { type, version, data } = message
      const reaction = reactions.find(({ published }) => published.type === type && published.version === version)
      if (!reaction) throw new Error(`${group} does not know ${type} version ${version}`)
      await reaction.react(z.parse(reaction.published.heard, data) as never, message).catch(untilFilled)
    },
  })
  const watch = watchLag(options, consumer)
  return {
    group,
    lag: watch.lag,
    lateMs: watch.lateMs,
    async close() {
      watch.close()
      await consumer.close()
    },
  }
}
