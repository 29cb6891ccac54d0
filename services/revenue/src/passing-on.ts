import {
  type EventMetadata,
  type Follower,
  processManager,
  type Recorded,
  type Streams,
  unlessDamaged,
} from '@tuma/platform/event-sourcing'
import type { Engines, StoredEvent } from '@tuma/platform/ports'
import { asItStood, type LongStandings } from './as-it-stood.ts'
import type { BookEvent } from './domain/books-views.ts'
import { drawer } from './domain/drawer.ts'
import { type FollowUp, followed, followUps } from './domain/follow-ups.ts'
import { owed } from './domain/owed.ts'
import { sale } from './domain/sale.ts'
import { till } from './domain/till.ts'

/** As it is stored. */
const name = 'revenue passing on'

/** Sends the commands that follow from an event to other streams. After a crash, unfinished ones are sent again. */
export const passingOn = (deps: {
  readonly engines: Pick<Engines, 'documents'>
  readonly streams: Streams<BookEvent>
  readonly standings: LongStandings
  readonly now: () => string
  readonly onFault: (error: unknown) => void
}): Follower => {
  const { engines, streams, standings, now, onFault } = deps
  const sales = streams.createRecorder(sale)
  const tills = streams.createRecorder(till)
  const drawers = asItStood(streams.createRecorder(drawer), standings.drawers)
  const senders = asItStood(streams.createRecorder(owed), standings.senders)

  const record = ({ of, stream, command }: FollowUp, metadata: EventMetadata): Promise<unknown> => {
    switch (of) {
      case 'sale':
        return sales(stream, command, metadata)
      case 'till':
        return tills(stream, command, metadata)
      case 'drawer':
        return drawers(stream, command, metadata)
      case 'owed':
        return senders(stream, command, metadata)
    }
  }

  const pass = async (event: StoredEvent): Promise<void> => {
    const past = await unlessDamaged(streams.read(event.stream), [])
    const metadata = buildMetadata(event, past.at(-1)?.metadata, now())
    for (const following of followUps(event.stream, past, event)) await unlessDamaged(record(following, metadata), null)
  }

  return processManager({
    ...{ name, types: followed, store: streams.store, onFault },
    documents: engines.documents,
    lease: streams.leaseFor('passing on'),
    async react(events) {
      for (const event of events) await pass(event)
    },
  })
}

/** Built from the event and not from the attempt, so that a second attempt adds nothing. */
const buildMetadata = (
  { id }: StoredEvent,
  { correlationId = id, origin }: Partial<Recorded<BookEvent>['metadata']> = {},
  at: string,
): EventMetadata => ({
  at,
  commandId: `${name}:${id}`,
  correlationId,
  causationId: id,
  actor: { kind: 'system', name },
  ...(origin === undefined ? {} : { origin }),
})
