import { addToAuditLog } from '@tuma/identity/audit-log'
import {
  type DomainEvent,
  type EventCodec,
  eventCodec,
  openPersonalKeys,
  type StoredEventTypes,
  UnknownStoredEvent,
} from '@tuma/platform/event-sourcing'
import type { EngineHouse, Json, StoredEvent } from '@tuma/platform/ports'
import { CannotStart } from '@tuma/platform/runtime'
import { storedBy } from './stored-by.ts'

export type InspectedEvent = StoredEvent & {
  readonly service: string
  /** It is not what was appended. */
  readonly damaged?: true
}

/** What proves who somebody is. An operator has no use for it, and it would stay in their terminal. */
const proofs: ReadonlySet<string> = new Set(['hash', 'secret'])

/**
 * Opens the personal groups of a stream's events, after the audit log has it. A damaged event stays as it is stored, and an
 * erased person stays erased.
 * @param at ISO instant
 * @throws CannotStart where these data have no audit log, or hold an event of a newer release
 */
export const openAndRecord = async (options: {
  readonly engines: EngineHouse
  readonly stream: string
  readonly events: readonly InspectedEvent[]
  readonly at: string
}): Promise<InspectedEvent[]> => {
  const { engines, stream, events, at } = options
  const about = stream.slice(stream.indexOf('-') + 1)
  const done = { kind: 'personal-data', per: 'minute', what: 'inspect', about, outcome: 'done' } as const
  const isRecorded = await addToAuditLog(engines.of('identity'), { ...done, at, lastAt: at, count: 1 })
  if (!isRecorded)
    throw new CannotStart(
      'These data have no audit log, so nothing that is sealed is opened. Name the folder of the whole product with DATA_DIR.',
    )
  const codecs = new Map<string, EventCodec<DomainEvent>>()
  const opened: InspectedEvent[] = []
  for (const event of events) {
    const codec = codecs.get(event.service) ?? (await codecOf(engines, event.service))
    codecs.set(event.service, codec)
    opened.push(event.damaged ? event : { ...event, data: await openedData(codec, event) })
  }
  return opened
}

const codecOf = async (engines: EngineHouse, service: string): Promise<EventCodec<DomainEvent>> => {
  const types = Object.hasOwn(storedBy, service) ? storedBy[service as keyof typeof storedBy] : {}
  return eventCodec(types as StoredEventTypes<DomainEvent>, await openPersonalKeys(engines.of(service)))
}

const openedData = async (codec: EventCodec<DomainEvent>, event: InspectedEvent): Promise<Json> => {
  try {
    const data = await codec.open(event)
    return event.service === 'identity' ? withoutProofs(data) : data
  } catch (error) {
    throw error instanceof UnknownStoredEvent ? new CannotStart(error.message, { cause: error }) : error
  }
}

const withoutProofs = (data: Json): Json =>
  JSON.parse(JSON.stringify(data, (field, value) => (proofs.has(field) && value !== null ? 'withheld' : value)))
