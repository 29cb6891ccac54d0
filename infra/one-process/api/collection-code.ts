/** @returns the six digits that open a parcel, from an SMS in English or Swahili; undefined if its text has none */
export const collectionCodeIn = (text: string): string | undefined => /(?<![\w,-])\d{6}(?![\w,-])/.exec(text)?.[0]
