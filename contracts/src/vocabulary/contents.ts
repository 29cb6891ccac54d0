/**
 * The sender's description of what is in a parcel. It is the sender's personal data, so that events seal it with the
 * sender's key.
 */
export type Contents = { readonly parcelDescription: string }

/** The contents alone, of a request, an event, a row or an answer. */
export const getContents = ({ parcelDescription }: Contents): Contents => ({ parcelDescription })
