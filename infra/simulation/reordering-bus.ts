import type { Message, MessageBus, ProcessEngines } from '@tuma/platform/ports'
import type { Chance } from './chance.ts'
import { machine } from './machine.ts'

const remembered = 4

/** A message to a group that follows every topic, over all starts of the process. */
export type PublishedMessage = { readonly topic: string } & Pick<Message, 'id' | 'key' | 'type'>
/** The bus stores no messages, so this group records what was published. */
export const observer = 'simulation'

/**
 * What a bus may do without breaking its promises: messages take time, so that keys overtake each other; a message
 * comes twice; and a group begins again a few messages back, in the order of the key.
 */
const reorderMessages = (bus: MessageBus, chance: Chance, observe: (topic: string) => void): MessageBus => ({
  ...bus,
  consume(options) {
    observe(options.topic)
    const before = new Map<string, Message[]>()
    return bus.consume({
      ...options,
      async onMessage(message) {
        const deliver = async (one: Message) => {
          await machine.pause(chance.delay(4), `message ${options.group}`)
          machine.note(`${options.group} hears ${one.type} ${one.id}`)
          await options.onMessage(one)
        }
        const earlier = before.get(message.key) ?? []
        if (chance.is(0.08)) for (const one of earlier.slice(-1 - chance.below(remembered))) await deliver(one)
        await deliver(message)
        if (chance.is(0.08)) await deliver(message)
        before.set(message.key, [...earlier, message].slice(-remembered))
      },
    })
  },
})

const openObserver = (bus: MessageBus, published: PublishedMessage[]) => {
  const topics = new Set<string>()
  return (topic: string): void => {
    if (topics.has(topic)) return
    topics.add(topic)
    const onMessage = async ({ id, key, type }: Message) => void published.push({ topic, id, key, type })
    bus.consume({ topic, group: observer, onMessage })
  }
}

export const withReorderingBus = (
  product: ProcessEngines,
  chance: Chance,
  published: PublishedMessage[],
): ProcessEngines => {
  let bus: MessageBus | undefined
  return {
    ...product,
    of(service) {
      const engines = product.of(service)
      bus ??= reorderMessages(engines.bus, chance, openObserver(engines.bus, published))
      return { ...engines, bus }
    },
  }
}
