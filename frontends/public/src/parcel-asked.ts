/** The address of a parcel by tracking ID. Loaded ahead of scripts ("{id}" of the page's address), and by `found.ts`. */
export const parcelAsked = (id: string) => `/api/agent/track/${id}` as const
