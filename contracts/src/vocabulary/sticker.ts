/** At most so many stickers are printed as one roll. */
export const maxStickers = 2000
/** As a person says which sticker it is. */
export const lastFour = (trackingId: string): string => trackingId.slice(-4)
