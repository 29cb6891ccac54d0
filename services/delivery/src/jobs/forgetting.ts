import { type EventMetadata, unlessDamaged } from '@tuma/platform/event-sourcing'
import { everyDocument } from '@tuma/platform/ports'
import type { Dependencies } from '../dependencies.ts'
import { delivery } from '../domain/delivery-decisions.ts'
import { type DeliveryRow, deliveriesView } from '../domain/delivery-views.ts'
import { guestPerson } from '../domain/people/erasure.ts'
import { contactsView, customersView } from '../domain/people/people-views.ts'
import { type PickerRow, pickersView } from '../domain/people/pickers-view.ts'
import type { Photos } from '../photos.ts'
import { getStep, openForgettingDeleted } from './forgetting-deleted.ts'

type Role = 'sender' | 'receiver'
/** The read models with names and phones of parcels. */
const views = [deliveriesView, customersView, contactsView, pickersView]

/** The places of a phone. `ofAccounts`: parcels that were sent with an account, which end with that account. */
export type PhoneParcels = {
  readonly sent: readonly DeliveryRow[]
  readonly ofAccounts: readonly DeliveryRow[]
  readonly received: readonly DeliveryRow[]
  readonly pickers: readonly PickerRow[]
}

export type Forgetting = Awaited<ReturnType<typeof openForgetting>>

/**
 * Erases people from parcels one by one: the parcel's stream records the erasure, then rows lose the person, then the
 * key is destroyed. Each step may be repeated. An account's own key stays until the account is deleted: its parcels are
 * blanked in rows, but their events stay readable until then.
 */
export const openForgetting = async (streams: Dependencies['streams'], photos: Pick<Photos, 'forget'>) => {
  const deliveries = await streams.readModel(deliveriesView)
  const pickers = await streams.readModel(pickersView)
  const parcels = streams.getHandler(delivery)

  /** @throws EngineAway while rows still show one of them */
  const destroy = async (personIds: readonly string[]): Promise<void> => {
    if (personIds.length === 0) return
    await streams.assertShown(views, 'rows still show who is erased')
    await streams.keys.destroy(personIds)
  }

  /** @param phone 254… */
  const parcelsWith = async (phone: string, role: Role): Promise<DeliveryRow[]> => {
    const having = everyDocument(deliveries, { words: [[phone]] })
    return (await Array.fromAsync(having)).filter((row) => row[role].phone === phone)
  }

  const forgetting = {
    parcelsWith,
    destroy,
    inDeleted: await openForgettingDeleted(streams, destroy),
    /** @param phone 254… */
    async parcelsOfPhone(phone: string): Promise<PhoneParcels> {
      const sent = await parcelsWith(phone, 'sender')
      return {
        sent: sent.filter(({ ownerId }) => ownerId === null),
        ofAccounts: sent.filter(({ ownerId }) => ownerId !== null),
        received: await parcelsWith(phone, 'receiver'),
        pickers: await Array.fromAsync(everyDocument(pickers, { where: { phone } })),
      }
    },
    /** @returns from how many places the phone was removed */
    async forgetPhone({ sent, received, pickers: came }: PhoneParcels, metadata: EventMetadata): Promise<number> {
      await forgetting.forgetIn(sent, 'sender', metadata)
      await forgetting.forgetIn(received, 'receiver', metadata)
      await forgetting.forgetPickers(came, metadata)
      return sent.length + received.length + came.length
    },

    async forgetIn(rows: readonly DeliveryRow[], role: Role, metadata: EventMetadata): Promise<void> {
      const command =
        role === 'sender' ? ({ type: 'EraseSender', tells: true } as const) : ({ type: 'EraseReceiver' } as const)
      // A photo of a parcel shows its label with both people.
      for (const row of rows) for (const { id } of row.photos) await photos.forget(row._id, id, metadata)
      for (const { _id } of rows)
        await unlessDamaged(parcels(`delivery-${_id}`, command, getStep(metadata, `${_id} ${role}`)), null)
      const guests = rows.filter(({ ownerId }) => role === 'receiver' || ownerId === null)
      await destroy(guests.map(({ trackingId }) => guestPerson(trackingId, role)))
    },
    async forgetPickers(rows: readonly PickerRow[], metadata: EventMetadata): Promise<void> {
      for (const { deliveryId, deliveryType, personId } of rows) {
        const command = { type: 'ErasePicker', deliveryId, deliveryType, personId } as const
        await unlessDamaged(parcels(`delivery-${deliveryId}`, command, getStep(metadata, personId)), null)
      }
      await destroy(rows.map(({ personId }) => personId))
    },
  }
  return forgetting
}
