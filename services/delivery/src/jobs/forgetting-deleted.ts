import { derivedId, type EventMetadata, fold, unlessDamaged } from '@tuma/platform/event-sourcing'
import { everyDocument } from '@tuma/platform/ports'
import { getPast } from '../delivery-stream.ts'
import type { Dependencies } from '../dependencies.ts'
import { deletedView } from '../domain/deleted-view.ts'
import { delivery } from '../domain/delivery-decisions.ts'
import { deliveriesView } from '../domain/delivery-views.ts'
import { guestPerson } from '../domain/people/erasure.ts'

/**
 * Erases a phone's people from deleted parcels. No row names the people of those, so each stream is read: an office
 * deletes few. An admin's words about a deletion are sealed with the key of one of its people.
 * @param destroy keys of people
 */
export const openForgettingDeleted = async (
  streams: Dependencies['streams'],
  destroy: (personIds: readonly string[]) => Promise<void>,
) => {
  const deliveries = await streams.readModel(deliveriesView)
  const rows = await streams.readModel(deletedView)
  const parcels = streams.getHandler(delivery)

  /** Leaves out parcels whose payment has since paid for another one: the stream belongs to that one now. */
  const partsWith = async (phone: string) => {
    const parts: { deliveryId: string; trackingId: string; role: 'sender' | 'receiver' }[] = []
    await streams.assertShown([deletedView, deliveriesView], 'rows do not show yet what is deleted')
    for await (const { deliveryId, trackingId } of everyDocument(rows)) {
      if (await deliveries.get(deliveryId)) continue
      const { deleted } = fold(delivery, await unlessDamaged(getPast({ streams }, deliveryId), []))
      const { guests = [] } = deleted.find((one) => one.trackingId === trackingId) ?? {}
      const roles = guests.filter((guest) => guest.phone === phone).map(({ role }) => role)
      parts.push(...roles.map((role) => ({ deliveryId, trackingId, role })))
    }
    return parts
  }

  /** @param phone 254… @returns ids of the parcels, one for each place where the phone was */
  return async (phone: string, metadata: EventMetadata): Promise<string[]> => {
    const parts = await partsWith(phone)
    for (const { deliveryId, trackingId, role } of parts) {
      const command = { type: 'EraseDeleted', trackingId, role } as const
      await unlessDamaged(parcels(`delivery-${deliveryId}`, command, getStep(metadata, `${trackingId} ${role}`)), null)
    }
    await destroy(parts.map(({ trackingId, role }) => guestPerson(trackingId, role)))
    return parts.map(({ deliveryId }) => deliveryId)
  }
}

/** The same step of the same command has the same id, so that a repeated attempt records nothing new. */
export const getStep = (metadata: EventMetadata, step: string): EventMetadata => ({
  ...metadata,
  commandId: derivedId('erased', metadata.commandId, step),
})
