import type { DeliveryStatus } from '@tuma/contracts/vocabulary'

/** A parcel that was acknowledged, and how far whoever moves it was told that it is. */
export type Parcel = {
  readonly id: string
  readonly trackingId: string
  readonly kind: 'doorstep' | 'dukani'
  readonly amount: number
  readonly phones: { readonly sender: string; readonly receiver: string }
  status: DeliveryStatus
  deleted: boolean
  /** Somebody is at it. */
  busy: boolean
}

/** What people were told has been done. What they were not told of, they ask again until they are told. */
export const openLedger = () => {
  const parcels = new Map<string, Parcel>()
  const wrong: string[] = []
  let acknowledged = 0
  return {
    parcels: () => [...parcels.values()],
    wrong: wrong as readonly string[],
    acknowledged: () => acknowledged,
    isWrong(what: string): void {
      wrong.push(what)
    },
    done(): void {
      acknowledged += 1
    },
    /** Under the key that it was asked with: asked again it is the same parcel. */
    sent(key: string, parcel: Parcel): void {
      const before = parcels.get(key)
      if (before && before.trackingId !== parcel.trackingId)
        wrong.push(`${key} was ${before.trackingId} and then ${parcel.trackingId}`)
      parcels.set(key, before ?? parcel)
    },
  }
}
export type Ledger = ReturnType<typeof openLedger>
