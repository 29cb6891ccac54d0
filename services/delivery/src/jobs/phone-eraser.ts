import { isUnderWay } from '@tuma/contracts/vocabulary'
import { type EventMetadata, fold, type Recorded } from '@tuma/platform/event-sourcing'
import { getPast } from '../delivery-stream.ts'
import type { Dependencies } from '../dependencies.ts'
import { isErased } from '../domain/delivery.ts'
import { type DeliveryRow, deliveriesView } from '../domain/delivery-views.ts'
import {
  endedWaits,
  type PhoneErasureEvent,
  type PhoneErasureRow,
  phoneErasure,
  phoneErasureStream,
  phoneErasuresView,
} from '../domain/people/phone-erasure.ts'
import type { Forgetting, PhoneParcels } from './forgetting.ts'

export type PhoneEraser = Awaited<ReturnType<typeof openPhoneEraser>>

/** Erases a phone in all its parcels, and then what was stored for the wait. Each step may be repeated. */
export const openPhoneEraser = async (deps: {
  readonly streams: Dependencies['streams']
  readonly forgetting: Forgetting
}) => {
  const { streams, forgetting } = deps
  const deliveries = await streams.readModel(deliveriesView)
  const handle = streams.getHandler(phoneErasure)

  const mayBeOwed = async (deliveryId: string): Promise<boolean> => {
    const row = await deliveries.get(deliveryId)
    if (row) return isToBeOwed(row) || (row.paid && row.leg === 'out')
    // The parcel was deleted, but money that was taken for it before is still owed.
    return (await getPast({ streams }, deliveryId)).some(({ type }) => type === 'DueTaken')
  }

  /**
   * @param personId the key that sealed the phone's wait; null if it did not wait
   * @returns from how many places the phone was removed
   */
  const erase = async (
    { key, personId, phone }: { readonly key: string; readonly personId: string | null; readonly phone: string },
    parcels: PhoneParcels,
    metadata: EventMetadata,
  ): Promise<number> => {
    const places = await forgetting.forgetPhone(parcels, metadata)
    const inDeleted = isErased({ phone }) ? [] : await forgetting.inDeleted(phone, metadata)
    const deliveryIds = [...new Set([...idsIn(parcels), ...inDeleted])]
    const command = { type: 'EndPhoneErasure', key, deliveryIds, at: metadata.at } as const
    await handle(phoneErasureStream(key), command, metadata)
    if (personId !== null) {
      await streams.assertShown([phoneErasuresView], 'rows still show the phone')
      await streams.keys.destroy([personId])
    }
    return places + inDeleted.length
  }

  return {
    erase,

    /**
     * Destroys the keys of a phone's finished waits; rows must not show the phone by then. The end of a wait destroys
     * its key too; this is for a crash in between. @param stream of the phone's erasures
     */
    async destroyEnded(stream: string): Promise<void> {
      const past = (await streams.read(stream)) as Recorded<PhoneErasureEvent>[]
      const key = past[0]?.data.key
      if (key !== undefined) await streams.keys.destroy(endedWaits(key, fold(phoneErasure, past)))
    },

    /** Erases a phone that waited, if it has no parcel under way and no money is owed, or its deadline has passed. */
    async eraseIfOver(row: PhoneErasureRow, metadata: EventMetadata): Promise<void> {
      // The row was restored from a backup that is older than the erasure.
      const parcels = isErased(row) ? none : await forgetting.parcelsOfPhone(row.phone)
      if (metadata.at < row.dueBy && !isErased(row)) {
        if (hasUnderWay(parcels)) return
        const owed = await Promise.all(row.unpaid.map(mayBeOwed))
        if (owed.includes(true)) return
      }
      await erase(row, parcels, metadata)
    },
  }
}

const none: PhoneParcels = { sent: [], ofAccounts: [], received: [], pickers: [] }

/** Counts the phone's own parcels only. */
export const hasUnderWay = ({ sent, received }: PhoneParcels): boolean => [...sent, ...received].some(isUnderWay)

/** Tuma will owe its price to the sender once the parcel is handed over. */
export const isToBeOwed = (row: DeliveryRow): boolean => {
  const { paymentMethod, productPrice, paid, leg } = row
  return paymentMethod === 'payOnDelivery' && productPrice > 0 && !paid && leg === 'out' && isUnderWay(row)
}

/** Each parcel once. */
export const idsIn = ({ sent, received, pickers }: PhoneParcels): string[] => [
  ...new Set([...sent, ...received].map(({ _id }) => _id).concat(pickers.map(({ deliveryId }) => deliveryId))),
]
