import { standing } from './standing.ts'
import { hereKey, type Told } from './way.ts'

/** How a sender's day is divided: parcels to bring to a shop, parcels under way, and parcels in trouble. */
export const ownGroups = ['toBring', 'underWay', 'trouble'] as const
export type OwnGroup = (typeof ownGroups)[number]

type Own = Told & { readonly waiting?: { readonly asked: boolean } | null | undefined }

/** Null for a parcel that has ended. One in trouble is in no other group: its sender must know or decide. */
export const toOwnGroup = (parcel: Own): OwnGroup | null => {
  switch (standing(parcel)) {
    case 'handedOver':
    case 'returned':
    case 'cancelled':
      return null
    case 'lost':
    case 'toSender':
    case 'waitingForSender':
      return 'trouble'
    case 'toReceiver':
    case 'waiting':
      return isTroubled(parcel) ? 'trouble' : isToBring(parcel) ? 'toBring' : 'underWay'
  }
}

const isTroubled = ({ held = false, waiting }: Own): boolean =>
  (typeof held === 'boolean' ? held : held.length > 0) || (waiting?.asked ?? false)

const isToBring = (parcel: Own): boolean => {
  const key = hereKey(parcel)
  return key === 'here.dropping' || key === 'here.handIn'
}
