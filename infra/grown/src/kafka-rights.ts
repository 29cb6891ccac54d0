import { type ProcessName, processes } from './processes.ts'

/** One right in Kafka (an ACL). `prefixed` applies to every name with that beginning. */
export type KafkaRight = {
  readonly kind: 'topic' | 'group'
  readonly name: string
  readonly pattern: 'literal' | 'prefixed'
  readonly operations: readonly ('Create' | 'Describe' | 'Read' | 'Write' | 'Delete')[]
}

const topic = (name: string, ...operations: KafkaRight['operations']): KafkaRight => ({
  kind: 'topic',
  name,
  pattern: 'literal',
  operations,
})
const beginning = (kind: KafkaRight['kind'], name: string, ...operations: KafkaRight['operations']): KafkaRight => ({
  kind,
  name,
  pattern: 'prefixed',
  operations,
})

/**
 * The only rights of a process in Kafka, from `hears` in the table. The bff publishes and parks nothing. A service also
 * writes to the topics that it reads, because giving back a parked message writes a record there.
 * @param prefix ENGINE_PREFIX of the installation
 */
export const toKafkaRights = (name: ProcessName, prefix = ''): readonly KafkaRight[] => {
  const heard = (processes[name].hears ?? []).map((one) => prefix + one)
  const format = beginning('topic', `${prefix}format-`, 'Create', 'Describe')
  if (name === 'bff')
    return [
      ...heard.map((one) => topic(one, 'Create', 'Read')),
      format,
      beginning('group', 'listener-', 'Read', 'Delete'),
    ]
  return [
    topic(prefix + name, 'Create', 'Write'),
    ...heard.map((one) => topic(one, 'Create', 'Read', 'Write')),
    topic(`${prefix}parked-messages`, 'Create', 'Read', 'Write'),
    format,
    beginning('topic', `${prefix}storeMark-${name}-`, 'Create', 'Describe'),
    beginning('group', `${prefix}${name}.`, 'Read'),
    beginning('group', `${prefix}parked-messages-`, 'Read'),
  ]
}
