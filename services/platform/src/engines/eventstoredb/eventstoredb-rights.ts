import { BACKWARDS, END, ErrorType, type EventStoreDBClient, jsonEvent } from '@eventstore/db-client'
import { getRefusal, silenceMs, within } from './eventstoredb-away.ts'
import { collected } from './eventstoredb-reading.ts'

/** No stream has come so far, so nothing is ever appended with it. */
const impossibleRevision = 2n ** 52n

/** Subscriptions are to `$all`, which a user may be kept from who reads and appends to our streams. @throws what the server answers */
export const assertReadsAll = async (client: EventStoreDBClient): Promise<void> => {
  await collected(client.readAll({ fromPosition: END, direction: BACKWARDS, maxCount: 1 }), silenceMs.call)
}

/** Asks with an append that the server can't take: it looks at the right first. @throws what the server answers */
export const assertAppends = async (client: EventStoreDBClient, prefix: string): Promise<void> => {
  const options = { expectedRevision: impossibleRevision, deadline: silenceMs.call }
  const event = jsonEvent({ type: 'RightAsked', data: {} })
  await within(silenceMs.call, client.appendToStream(`${prefix}right-asked`, event, options)).catch((error) => {
    if (getRefusal(error) !== ErrorType.WRONG_EXPECTED_VERSION) throw error
  })
}
