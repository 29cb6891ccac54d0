import { ErrorType, type EventStoreDBClient, jsonEvent, NO_STREAM } from '@eventstore/db-client'
import { otherFormat, storedFormat } from '../stored-format.ts'
import { getRefusal, silenceMs, within } from './eventstoredb-away.ts'
import { readStream } from './eventstoredb-reading.ts'

type Marker = { readonly format?: unknown }

/** The stream of a service's marker. */
const formatStream = (service: string): string => `storedFormat-${service}`

/**
 * A service's marker is a stream of one event, which the first use of an empty store writes. Its name cannot collide
 * with a service's own streams, because these begin with the service's name, in small letters.
 * @param asks.hasEvents whether the service has any event; only called when there is no marker
 * @param asks.beforeWriting rejects when this store must not be written
 * @throws OtherFormat
 */
export const assertFormat = async (
  client: EventStoreDBClient,
  service: string,
  asks: { readonly hasEvents: () => Promise<boolean>; readonly beforeWriting: () => Promise<void> },
): Promise<void> => {
  const stream = formatStream(service)
  const read = async () => (await readStream(client, stream, { maxCount: 1 }))[0]?.data as Marker | undefined
  const mark = async () => {
    if (await asks.hasEvents()) return undefined
    await asks.beforeWriting()
    return write(client, stream)
  }
  // Another replica may have written the marker and events during this, so the marker is read again before we refuse.
  const marker = (await read()) ?? (await mark()) ?? (await read())
  if (marker?.format !== storedFormat) throw otherFormat(`EventStoreDB holds events of ${service}`, 'EVENTSTORE_URL')
}

/** @returns undefined when another replica was first */
const write = (client: EventStoreDBClient, stream: string): Promise<Marker | undefined> => {
  const ours = { format: storedFormat }
  const options = { expectedRevision: NO_STREAM, deadline: silenceMs.call } as const
  const event = jsonEvent({ type: 'FormatMarked', data: ours })
  return within(silenceMs.call, client.appendToStream(stream, event, options)).then(
    () => ours,
    (error) => {
      if (getRefusal(error) !== ErrorType.WRONG_EXPECTED_VERSION) throw error
      return undefined
    },
  )
}
