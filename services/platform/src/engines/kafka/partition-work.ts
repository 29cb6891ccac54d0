import type { KafkaMessage } from 'kafkajs'
import { type ConsumeOptions, EngineAway, type Message } from '../../ports/message-bus.ts'
import { type AfterFailure, getTries, longestPauseMs, oneLine } from '../tries.ts'
import type { ParkedMessages, Place } from './parked-messages.ts'
import { getKey, replayFor, toMessage, unreadable } from './wire.ts'

/** The result of an attempt. */
type Outcome = 'done' | AfterFailure
export type Progress = Exclude<Outcome, { gaveUp: string }>

export type PartitionWork = ReturnType<typeof openPartitionWork>

/**
 * The work of a member on the records of one partition, one after the other. It never waits before it tries again, but
 * returns how long to wait: the other partitions of the member share its turn.
 */
export const openPartitionWork = (
  { topic, group, types, onMessage, ...options }: ConsumeOptions,
  parked: ParkedMessages,
) => {
  let known = false
  let tried = { id: '', failed: getTries(options) }

  /** @param goOn false when this member must end or has to leave the turn to others */
  const take = async (record: KafkaMessage, partition: number, goOn: () => boolean): Promise<Progress> => {
    try {
      if (!known) await parked.upToDate()
      known = true
      const replaying = replayFor(record)
      if (replaying === group) return await replay(getKey(record), goOn)
      if (replaying !== null) return 'done'
      return await handle(record, { topic, partition, offset: record.offset })
    } catch (error) {
      // Not the handler failed, but the engine around it.
      if (error instanceof EngineAway) return { again: longestPauseMs / 5 }
      throw error
    }
  }

  const handle = async (record: KafkaMessage, place: Place): Promise<Progress> => {
    const { message, fault } = readable(record, place)
    const key = getKey(record)
    if (!fault && !(types?.has(message.type) ?? true)) return 'done'
    if (parked.isParked(group, place)) return 'done'
    const [first] = parked.of({ topic, group, key })
    if (first || fault) {
      await parked.park(group, place, message, first ? `behind ${first.message.id}` : oneLine(fault))
      return 'done'
    }
    const outcome = await attempt(`${place.partition}/${place.offset}`, message)
    if (outcome === 'done' || 'again' in outcome) return outcome
    await parked.park(group, place, message, outcome.gaveUp)
    return 'done'
  }

  const replay = async (key: string, goOn: () => boolean): Promise<Progress> => {
    for (const one of parked.of({ topic, group, key })) {
      if (!goOn()) return { again: 0 }
      const outcome = await attempt(one.id, one.message)
      if (outcome === 'done') await parked.forget(one)
      else if ('again' in outcome) return outcome
      else {
        await parked.failedAgain(one, outcome.gaveUp)
        break
      }
    }
    return 'done'
  }

  const attempt = async (id: string, message: Message): Promise<Outcome> => {
    if (tried.id !== id) tried = { id, failed: getTries(options) }
    try {
      await onMessage(message)
      return 'done'
    } catch (error) {
      return tried.failed(error)
    }
  }

  return { take }
}

type Read = { readonly message: Message; readonly fault?: unknown }

const readable = (record: KafkaMessage, place: Place): Read => {
  try {
    return { message: toMessage(record) }
  } catch (fault) {
    return { message: unreadable(record, `${place.topic}/${place.partition}/${place.offset}`), fault }
  }
}
