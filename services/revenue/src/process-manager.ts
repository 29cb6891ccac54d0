import {
  type EventMetadata,
  type Follower,
  processManager,
  type Recorded,
  type Streams,
  unlessDamaged,
} from '@tuma/platform/event-sourcing'
import type { Engines, StoredEvent } from '@tuma/platform/ports'
import type { BookEvent } from './domain/books-views.ts'
import { getCommandsAfter, type NextCommand, triggerTypes } from './domain/commands-after.ts'
import { drawer } from './domain/drawer.ts'
import { owed } from './domain/owed.ts'
import { sale } from './domain/sale.ts'
import { till } from './domain/till.ts'
import { type SnapshotCaches, withSnapshots } from './snapshot-cache.ts'

/** As it is stored. */
const name = 'revenue passing on'

/** Sends the commands that follow from an event to other streams. After a crash, unfinished ones are sent again. */
export const openProcessManager = (deps: {
  readonly engines: Pick<Engines, 'documents'>
  readonly streams: Streams<BookEvent>
  readonly snapshots: SnapshotCaches
  readonly now: () => string
  readonly onFault: (error: unknown) => void
}): Follower => {
  const { engines, streams, snapshots, now, onFault } = deps
  const sales = streams.createRecorder(sale)
  const tills = streams.createRecorder(till)
  const drawers = withSnapshots(streams.createRecorder(drawer), snapshots.drawers)
  const senders = withSnapshots(streams.createRecorder(owed), snapshots.senders)

  const record = ({ of, stream, command }: NextCommand, metadata: EventMetadata): Promise<unknown> => {
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

  const sendCommands = async (event: StoredEvent): Promise<void> => {
    const past = await unlessDamaged(streams.read(event.stream), [])
    const metadata = buildMetadata(event, past.at(-1)?.metadata, now())
    for (const next of getCommandsAfter(event.stream, past, event)) await unlessDamaged(record(next, metadata), null)
  }

  return processManager({
    ...{ name, types: triggerTypes, store: streams.store, onFault },
    documents: engines.documents,
    lease: streams.leaseFor('passing on'),
    async react(events) {
      for (const event of events) await sendCommands(event)
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
