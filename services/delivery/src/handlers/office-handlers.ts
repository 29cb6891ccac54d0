import { implement } from '@orpc/server'
import { deliveryContract, whoDid } from '@tuma/contracts/services'
import { getPast } from '../delivery-stream.ts'
import type { Dependencies } from '../dependencies.ts'
import { delivery } from '../domain/delivery-decisions.ts'
import { reach, reachStream } from '../domain/people/reach.ts'
import { toAsker } from './askers.ts'

/** The office deletes parcels and looks them up afterwards. Notification reports whom SMS can't reach. */
export const officeHandlers = (dependencies: Pick<Dependencies, 'streams' | 'buildMetadata' | 'deleted'>) => {
  const { streams, buildMetadata, deleted: rows } = dependencies
  const os = implement(deliveryContract)
  const handle = streams.getHandler(delivery)
  const note = streams.createRecorder(reach)

  return {
    deleteDelivery: os.deleteDelivery.handler(async ({ input: { asked, deliveryId, reason = null, note = '' } }) => {
      const command = { type: 'DeleteDelivery', by: toAsker(asked.actor), reason, note } as const
      await handle(`delivery-${deliveryId}`, command, buildMetadata(asked))
      return {}
    }),

    deleted: os.deleted.handler(async ({ input: { trackingId } }) => {
      const row = await rows.get(trackingId)
      const past = row ? await getPast(dependencies, row.deliveryId) : []
      const end = past.findLast((event) => event.type === 'DeliveryDeleted' && event.data.trackingId === trackingId)
      if (!row || end?.type !== 'DeliveryDeleted') return null
      const { reason = null, said } = end.data
      const { cancelled: _, ...told } = row
      return { ...told, by: whoDid(end.metadata.actor), reason, note: said?.note ?? null }
    }),

    noteReach: os.noteReach.handler(async ({ input: { asked, deliveryId, role, reached } }) => {
      const metadata = buildMetadata(asked)
      await note(reachStream(deliveryId), { type: 'NoteReach', deliveryId, role, reached, at: metadata.at }, metadata)
      return {}
    }),
  }
}
