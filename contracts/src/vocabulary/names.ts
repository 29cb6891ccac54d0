const words = (name: string): string[] => name.trim().split(/\s+/).filter(Boolean)

export const hasTwoNames = (name: string): boolean => words(name).length >= 2
export const hasExactlyTwoNames = (name: string): boolean => words(name).length === 2

/**
 * "Wanjiku Njeri Kamau" → "Wanjiku N.": what anybody may see. A lone name becomes its initial. What is typed there
 * instead of a name, a phone or an address, is not shown: "0712345678 Juma" → "*** J.".
 */
export const publicName = (name: string): string => {
  // Full-width digits and signs are the same ones to whoever reads them.
  const [first = '', second] = words(name.normalize('NFKC'))
  if (!second) return initialOf(first)
  return `${isNoName.test(first) ? hidden : first} ${initialOf(second)}`
}

const hidden = '***'
const isNoName = /[\p{N}@]/u

const initialOf = (word: string): string => {
  const initial = /^\p{L}/u.exec(word)?.[0]
  return initial ? `${initial.toUpperCase()}.` : hidden
}

const formatCharacter = /\p{Cf}/u

/** Marks that nobody sees make one name look like another, or turn what stands around it. */
export const hasHiddenMarks = (name: string): boolean => formatCharacter.test(name)

const alphabets = [/\p{Script=Latin}/u, /\p{Script=Cyrillic}/u, /\p{Script=Greek}/u]

/** Latin, Cyrillic and Greek share letters by sight: one word of two alphabets imitates another name. */
export const mixesAlphabets = (name: string): boolean =>
  words(name).some((word) => alphabets.filter((alphabet) => alphabet.test(word)).length > 1)

/** Places, shops and names are compared trimmed, without case and with single spaces. */
export const sameWords = (text: string): string => words(text).join(' ').toUpperCase()
