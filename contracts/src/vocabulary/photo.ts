/** Of a parcel that something is wrong with: made smaller in the browser before it is sent. */
export const maxPhotoBytes = 400 * 1024
/** A parcel has no more. */
export const maxPhotos = 4
/** Its longer side, in pixels. */
export const maxPhotoSidePx = 4096
export const photoTypes = ['image/jpeg', 'image/webp'] as const
export type PhotoType = (typeof photoTypes)[number]
