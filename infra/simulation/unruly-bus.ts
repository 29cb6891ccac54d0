import type { EngineHouse, Message, MessageBus } from '@tuma/platform/ports'
import type { Chance } from './chance.ts'
import { machine } from './machine.ts'

const remembered = 4

/**
 * What a bus may do and still keep its promises: a message takes its time, so that keys overtake each other; it comes
 * twice; and a group begins again a few messages before it was, in the order of the key.
 */
const unruly = (bus: MessageBus, chance: Chance): MessageBus => ({
  ...bus,
  consume(options) {
    const before = new Map<string, Message[]>()
    return bus.consume({
      ...options,
      async onMessage(message) {
        const bring = async (one: Message) => {
          await machine.pause(chance.delay(4), `message ${options.group}`)
          machine.note(`${options.group} hears ${one.type} ${one.id}`)
          await options.onMessage(one)
        }
        const earlier = before.get(message.key) ?? []
        if (chance.is(0.08)) for (const one of earlier.slice(-1 - chance.below(remembered))) await bring(one)
        await bring(message)
        if (chance.is(0.08)) await bring(message)
        before.set(message.key, [...earlier, message].slice(-remembered))
      },
    })
  },
})

export const withUnrulyBus = (house: EngineHouse, chance: Chance): EngineHouse => {
  let bus: MessageBus | undefined
  return {
    ...house,
    of(service) {
      const engines = house.of(service)
      bus ??= unruly(engines.bus, chance)
      return { ...engines, bus }
    },
  }
}
