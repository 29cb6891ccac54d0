/** The six digits that open a parcel, as an SMS in English or Swahili says them; undefined if its text has none. */
export const collectionCodeIn = (text: string): string | undefined => /(?<![\w,-])\d{6}(?![\w,-])/.exec(text)?.[0]
