import { OtherStore } from '../../ports/message-bus.ts'
import { once } from '../once.ts'
import type { AskAdmin } from './ask-admin.ts'

/** The mark of each service that publishes or listens here, by its name with ENGINE_PREFIX before it. */
export type Marks = ReadonlyMap<string, string>

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/**
 * Ties the topics of a service to its event store and documents (`store-mark.ts`). Like the format, its mark is the
 * name of an empty topic: `<prefix>storeMark-<service>-<mark>`. Topics without a mark are accepted: they are empty, or
 * of a release that made none.
 * @param options.create makes a topic of that name, unless it exists
 */
export const openTopicMarks = (
  ask: AskAdmin,
  options: { readonly prefix: string; readonly create: (topic: string) => Promise<unknown> },
) => {
  const { prefix, create } = options
  let marks: Marks = new Map()
  let areMarked = true

  /**
   * Once all marks exist, Kafka is not asked again.
   * @returns the topics of our marks that do not exist yet. @throws OtherStore EngineAway
   */
  const look = async (): Promise<string[]> => {
    if (areMarked) return []
    const names = await ask((admin) => admin.listTopics())
    const missing: string[] = []
    for (const [service, mark] of marks) {
      const own = `${prefix}storeMark-${service.slice(prefix.length)}-`
      const found = names.filter((name) => name.startsWith(own) && uuid.test(name.slice(own.length)))
      if (found.some((name) => name !== own + mark)) throw otherTopics(service)
      if (found.length === 0) missing.push(own + mark)
    }
    areMarked = missing.length === 0
    return missing
  }
  const mark = () =>
    once(async () => {
      for (const missing of await look()) await create(missing)
    })
  let marked = mark()
  return {
    /** From now on only topics of these marks are used. */
    require(wanted: Marks): void {
      marks = wanted
      areMarked = wanted.size === 0
      marked = mark()
    },
    /** Makes nothing. @throws OtherStore EngineAway */
    check: async (): Promise<void> => void (await look()),
    /** Before a topic is made or used for the first time: marks our new ones. @throws OtherStore EngineAway */
    admit: (): Promise<void> => marked(),
  }
}

const otherTopics = (service: string): OtherStore =>
  new OtherStore(
    `The Kafka named by KAFKA_BROKERS is not the one of these data: its topics of ${service} belong to other data. Name the right one, or an empty one, or choose a new ENGINE_PREFIX. Nothing has been changed.`,
  )
