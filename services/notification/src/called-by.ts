const oneWord = /^[A-Za-z]{2,20}$/

/**
 * The first word of a sender's name, for a text to the receiver: only of a known sender (`parties`), and only where it is
 * one plain word. A stranger could use us to send their words to any phone.
 */
export const calledBy = (name: string, isKnown: boolean): string | undefined => {
  const [first = ''] = name.trim().split(/\s+/)
  return isKnown && oneWord.test(first) ? first : undefined
}
