import { randomUUID } from 'node:crypto'
import { openEmbedded } from '@tuma/platform/engines'
import { type DomainEvent, eventCodec, openPersonalKeys, type StoredEventTypes } from '@tuma/platform/event-sourcing'
import { withChecksums } from '@tuma/platform/testing'

type Appended<Event extends DomainEvent> = {
  readonly stream: string
  readonly event: Event
  /** ISO instant at which it was recorded. */
  readonly at: string
}

/**
 * Appends to the streams of a service while the product does not run; the other services receive the events at the next
 * start.
 */
export const appendEvents = async <Event extends DomainEvent>(
  folder: string,
  service: string,
  types: StoredEventTypes<Event>,
  all: readonly Appended<Event>[],
): Promise<void> => {
  const product = await openEmbedded({ folder })
  const engines = product.of(service)
  const codec = eventCodec(types, await openPersonalKeys(engines))
  for (const { stream, event, at } of all) {
    const last = (await engines.events.read(stream)).at(-1)?.revision ?? -1
    const commandId = randomUUID()
    const metadata = { at, commandId, correlationId: commandId, causationId: commandId, actor: { kind: 'system' } }
    const encoded = await codec.encode(randomUUID(), event, metadata)
    const expected = last < 0 ? 'no-stream' : last
    await engines.events.append(stream, withChecksums(stream, [encoded], last + 1), expected)
  }
  await product.close()
}
