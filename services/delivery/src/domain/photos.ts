import { isUnderWay, maxPhotos, Refused } from '@tuma/contracts/vocabulary'
import type { DomainEvent } from '@tuma/platform/domain'
import type { Asker } from './asker.ts'
import { type About, about, type Delivery, sealedWith } from './delivery.ts'
import { parcelInHands } from './trouble/holds.ts'

/** Somebody of ours has shown what is wrong with it; the photo itself is kept beside the events, sealed as `sealedWith` says. */
export type PhotoAdded = DomainEvent<
  'PhotoAdded',
  About & { readonly photoId: string; readonly agentId: string | null; readonly at: string }
>
/** Its time is over. */
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
 * Once both of its people are erased there is no key that could seal a photo.
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
