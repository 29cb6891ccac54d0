import { BACKWARDS, END, type EventStoreDBClient, jsonEvent } from '@eventstore/db-client'
import { silenceMs, within } from './eventstoredb-away.ts'
import type { OwnQuestions } from './eventstoredb-reach.ts'
import { collected } from './eventstoredb-reading.ts'

/** No stream is that long: the server looks, finds another revision, and writes nothing. */
const noSuchRevision = BigInt(Number.MAX_SAFE_INTEGER)
const logsEnd = { fromPosition: END, direction: BACKWARDS, maxCount: 1 } as const

/**
 * What a process asks the server while calls fail: the end of the log, or an append whose expected revision cannot match.
 * @param check runs before, as it does before every call. @throws OtherFormat
 * @param stream of ours, so that no right is needed that appends do not need
 */
export const openOwnQuestions = (
  client: EventStoreDBClient,
  check: () => Promise<unknown>,
  stream: () => string,
): OwnQuestions => ({
  async read() {
    await check()
    await collected(client.readAll(logsEnd), silenceMs.call)
  },
  async append() {
    await check()
    const options = { expectedRevision: noSuchRevision, deadline: silenceMs.call }
    const event = jsonEvent({ type: 'Asked', data: {} })
    await within(silenceMs.call, client.appendToStream(stream(), event, options))
  },
})
