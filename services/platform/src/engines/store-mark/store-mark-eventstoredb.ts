import { BACKWARDS, END, ErrorType, type EventStoreDBClient, jsonEvent, NO_STREAM } from '@eventstore/db-client'
import { getRefusal, silenceMs, within } from '../eventstoredb/eventstoredb-away.ts'
import { at, collected, getPosition, readStream } from '../eventstoredb/eventstoredb-reading.ts'
import type { MarkedStore } from './store-mark.ts'

/** A follower of a cluster may be behind. */
const fromLeader = { requiresLeader: true } as const

/** Cannot collide with a service's own streams, whose names begin with the service's, in small letters. */
export const markStream = (service: string): string => `storeMark-${service}`

/** @param service with ENGINE_PREFIX before it. @throws each call: the server's answer */
export const openMarkedStore = (client: EventStoreDBClient, service: string): MarkedStore => {
  const stream = markStream(service)
  const last = async () =>
    (await collected(client.readAll({ ...newestFirst, ...fromLeader }), silenceMs.call)).map(getPosition)[0]
  return {
    async read() {
      const [event] = await readStream(client, stream, { maxCount: 1, ...fromLeader })
      if (!event) return null
      const { mark } = event.data as { readonly mark?: unknown }
      // Foreign content is not our mark, but the stream is not empty either.
      return typeof mark === 'string' ? mark : 'unreadable'
    },
    async add(mark) {
      const event = jsonEvent({ type: 'StoreMarked', data: { mark } })
      const options = { expectedRevision: NO_STREAM, deadline: silenceMs.call } as const
      await within(silenceMs.call, client.appendToStream(stream, event, options)).catch((error) => {
        if (getRefusal(error) !== ErrorType.WRONG_EXPECTED_VERSION) throw error
      })
    },
    async holds(event, position) {
      const end = await last()
      if (!end || end.commit < BigInt(position)) return false
      const there = { fromPosition: at(position), maxCount: 1, ...fromLeader }
      const found = await collected(client.readAll(there), silenceMs.call).catch((error) => {
        if (isInvalidPosition(error)) return []
        throw error
      })
      return found[0]?.id === event
    },
  }
}

const newestFirst = { fromPosition: END, direction: BACKWARDS, maxCount: 1 } as const

/** No event begins there. The server only says so in words, because its code is used for any wrong argument. */
export const isInvalidPosition = (error: unknown): boolean =>
  getRefusal(error) === ErrorType.UNKNOWN && (error as Error).message.includes('read from an invalid position')
