import { revenueEvents } from '@tuma/contracts/events'
import { on, type Reaction, reactionMetadata, type Streams } from '@tuma/platform/event-sourcing'
import { everyDocument } from '@tuma/platform/ports'
import { phoneErasure, phoneErasureStream, phoneErasuresView } from '../domain/people/phone-erasure.ts'
import type { StoredDomainEvent } from '../stored-events.ts'

/** A phone's erasure waits until its money is paid out, so each payout shortens its list. */
export const revenueReactions = async (deps: {
  readonly streams: Streams<StoredDomainEvent>
  readonly group: string
  readonly now: () => string
}): Promise<Reaction[]> => {
  const { streams, group, now } = deps
  const rows = await streams.readModel(phoneErasuresView)
  const handle = streams.createRecorder(phoneErasure)
  return [
    on(revenueEvents.paidOut, async ({ deliveryIds }, message) => {
      await streams.assertShown([phoneErasuresView], 'rows do not show yet which phones are due')
      for await (const { key, unpaid } of everyDocument(rows)) {
        const paid = unpaid.filter((id) => deliveryIds.includes(id))
        const command = { type: 'NotePhonePaidOut', key, deliveryIds: paid, at: now() } as const
        if (paid.length > 0) await handle(phoneErasureStream(key), command, reactionMetadata(group, message, now()))
      }
    }),
  ]
}
