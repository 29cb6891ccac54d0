import { isUnderWay, maxPhotos, Refused } from '@tuma/contracts/vocabulary'
import type { DomainEvent } from '@tuma/platform/domain'
import type { Asker } from './asker.ts'
import { type About, about, type Delivery, sealedWith } from './delivery.ts'
import { parcelInHands } from './trouble/holds.ts'

/**
 * An agent or admin has shown what is wrong with the parcel. The photo itself is stored outside the events, sealed with
 * the key that `sealedWith` names.
 */
export type PhotoAdded = DomainEvent<
  'PhotoAdded',
  About & { readonly photoId: string; readonly agentId: string | null; readonly at: string }
>
/** The photo's retention time is over. */
export type PhotoForgotten = DomainEvent<'PhotoForgotten', About & { readonly photoId: string; readonly at: string }>
export type PhotoEvent = PhotoAdded | PhotoForgotten

export type AddPhoto = {
  readonly type: 'AddPhoto'
  readonly by: Asker
  readonly photoId: string
  readonly at: string
}
export type ForgetPhoto = { readonly type: 'ForgetPhoto'; readonly photoId: string; readonly at: string }

/**
 * No photo can be added once both people are erased, because no key is left to seal it.
 * @throws Refused not_allowed, not_found, step_not_allowed, photos_enough
 */
export const addPhoto = ({ by, photoId, at }: AddPhoto, delivery: Delivery): PhotoAdded[] => {
  const parcel = parcelInHands(by, delivery)
  const canBeShown = isUnderWay(parcel) && parcel.status !== 'dropping' && sealedWith(parcel) !== null
  if (!canBeShown) throw new Refused('step_not_allowed')
  if (parcel.photos.includes(photoId)) return []
  if (parcel.photos.length >= maxPhotos) throw new Refused('photos_enough')
  return [{ type: 'PhotoAdded', data: { ...about(parcel), photoId, agentId: by.userId, at } }]
}

export const forgetPhoto = ({ photoId, at }: ForgetPhoto, { parcel }: Delivery): PhotoForgotten[] =>
  parcel?.photos.includes(photoId) ? [{ type: 'PhotoForgotten', data: { ...about(parcel), photoId, at } }] : []
