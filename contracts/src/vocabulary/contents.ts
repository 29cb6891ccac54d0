/**
 * What a sender says of what is in a parcel. A field more is a compile error wherever it is asked for, stored, shown or erased.
 * Texts say what somebody owns: events seal them with the sender. What is no text is stored in the clear.
 */
export type Contents = { readonly parcelDescription: string }
