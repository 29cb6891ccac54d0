const oneWord = /^[A-Za-z]{2,20}$/

/**
 * The first word of a sender's name, for a text to whoever gets the parcel: of somebody who is signed in alone, and only where it is
 * one plain word. Whoever is not known would have us send their words to any phone.
 */
export const calledBy = (name: string, ownerId: string | null | undefined): string | undefined => {
  const [first = ''] = name.trim().split(/\s+/)
  return ownerId && oneWord.test(first) ? first : undefined
}
