import { BACKWARDS, END, ErrorType, type EventStoreDBClient, jsonEvent } from '@eventstore/db-client'
import { getRefusal, silenceMs, within } from './eventstoredb-away.ts'
import { collected } from './eventstoredb-reading.ts'

/** No stream is so long, so nothing is ever appended with it. */
const impossibleRevision = 2n ** 52n

/**
 * Subscriptions are to `$all`; a user may lack that right and still read and append to our streams. @throws the
 * server's answer
 */
export const assertReadsAll = async (client: EventStoreDBClient): Promise<void> => {
  await collected(client.readAll({ fromPosition: END, direction: BACKWARDS, maxCount: 1 }), silenceMs.call)
}

/** Tries an append that the server cannot accept, because it checks the right first. @throws the server's answer */
export const assertAppends = async (client: EventStoreDBClient, prefix: string): Promise<void> => {
  const options = { expectedRevision: impossibleRevision, deadline: silenceMs.call }
  const event = jsonEvent({ type: 'RightAsked', data: {} })
  await within(silenceMs.call, client.appendToStream(`${prefix}right-asked`, event, options)).catch((error) => {
    if (getRefusal(error) !== ErrorType.WRONG_EXPECTED_VERSION) throw error
  })
}
