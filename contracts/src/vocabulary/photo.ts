/** For a photo of a parcel with a problem; the browser makes it smaller before it is sent. */
export const maxPhotoBytes = 400 * 1024
/** The maximum for one parcel. */
export const maxPhotos = 4
/** The maximum of its longer side, in pixels. */
export const maxPhotoSidePx = 4096
export const photoTypes = ['image/jpeg', 'image/webp'] as const
export type PhotoType = (typeof photoTypes)[number]
