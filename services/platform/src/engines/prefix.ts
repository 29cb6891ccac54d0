import type { Groups, ParkedMessage, Publishing } from '../ports/message-bus.ts'

/**
 * The same bus with a prefix before the name of each topic and group, so that several installations share one Kafka.
 */
export const busWithPrefix = (bus: Groups & Publishing, prefix: string): Groups & Publishing => {
  if (prefix === '') return bus
  const long = (name: string) => prefix + name
  const short = (parked: ParkedMessage): ParkedMessage => ({
    ...parked,
    topic: parked.topic.slice(prefix.length),
    group: parked.group.slice(prefix.length),
  })
  return {
    publish: (topic, messages) => bus.publish(long(topic), messages),
    end: (topic) => bus.end(long(topic)),
    fillUp: (topic, end) => bus.fillUp(long(topic), end),
    consume: (options) => bus.consume({ ...options, topic: long(options.topic), group: long(options.group) }),
    listen: (options) => bus.listen({ ...options, topic: long(options.topic) }),
    async parked(group) {
      const found = await bus.parked(group === undefined ? undefined : long(group))
      return found.filter(({ group }) => group.startsWith(prefix)).map(short)
    },
    replay: (group, topic, key) => bus.replay(long(group), long(topic), key),
    lag: (topic, group) => bus.lag(long(topic), long(group)),
  }
}
