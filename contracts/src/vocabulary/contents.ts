/** What a sender says of what is in a parcel. Its texts tell what the sender owns: events seal them with the sender. */
export type Contents = { readonly parcelDescription: string }

/** The contents alone, of a request, an event, a row or an answer. */
export const getContents = ({ parcelDescription }: Contents): Contents => ({ parcelDescription })
