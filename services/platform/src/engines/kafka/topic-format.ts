import { setTimeout as pause } from 'node:timers/promises'
import { once } from '../once.ts'
import { otherFormat, storedFormat } from '../stored-format.ts'
import type { AskAdmin } from './ask-admin.ts'

/** Brokers learn of a new topic one after the other, so we look this often before we refuse. */
const maxLooks = 5
const usualIntervalMs = 400

/**
 * The format of the topics under one prefix. A topic cannot have properties of ours, and reading a record needs a
 * consumer, so the marker is a topic whose name has the number. Other software on the same cluster refuses nothing: of
 * topics without a marker only those count that this bus uses itself.
 * @param options.create makes a topic of that name, unless it exists
 * @param options.used topics that the bus uses from the start; `admit` adds others
 */
export const openTopicFormat = (
  ask: AskAdmin,
  options: {
    readonly prefix: string
    readonly create: (topic: string) => Promise<unknown>
    readonly used: readonly string[]
    readonly lookIntervalMs?: number
  },
) => {
  const { prefix, create, lookIntervalMs = usualIntervalMs } = options
  const markers = `${prefix}format-`
  const marker = markers + storedFormat
  const used = new Set(options.used)
  let isMarked = false

  /** Whether the marker exists; once it does, Kafka is not asked again. */
  const look = async (): Promise<boolean> => {
    for (let looks = 1; !isMarked; looks += 1) {
      const names = await ask((admin) => admin.listTopics())
      const found = names.filter((name) => name.startsWith(markers) && /^\d+$/.test(name.slice(markers.length)))
      isMarked = found.length === 1 && found[0] === marker
      if (isMarked) break
      if (found.length === 0 && !names.some((name) => used.has(name))) return false
      if (looks === maxLooks) throw otherFormat('Kafka holds messages', 'KAFKA_BROKERS')
      await pause(lookIntervalMs)
    }
    return true
  }
  /** The second look is for another version that began on the same empty cluster at the same time. */
  const mark = once(async () => {
    if (await look()) return
    await create(marker)
    await look()
  })
  return {
    /** Makes nothing. @throws OtherFormat EngineAway */
    check: async (): Promise<void> => void (await look()),
    /** Before a topic is made or used for the first time. @throws OtherFormat EngineAway */
    admit(topic: string): Promise<void> {
      used.add(topic)
      return mark()
    },
  }
}
