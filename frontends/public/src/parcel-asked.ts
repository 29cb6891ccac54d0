/** Where a visitor's parcel is asked for by its tracking id: ahead of scripts ("{id}" of the page's address), and by `found.ts`. */
export const parcelAsked = (id: string) => `/api/agent/track/${id}` as const
