const words = (name: string): string[] => name.trim().split(/\s+/).filter(Boolean)

export const hasTwoNames = (name: string): boolean => words(name).length >= 2
export const hasExactlyTwoNames = (name: string): boolean => words(name).length === 2

/**
 * "Wanjiku Njeri Kamau" → "Wanjiku N.": the public form. A lone name becomes its initial. A phone or an address that
 * was typed instead of a name is hidden: "0712345678 Juma" → "*** J.".
 */
export const publicName = (name: string): string => {
  // Full-width digits and signs look the same as the usual ones.
  const [first = '', second] = words(name.normalize('NFKC'))
  if (!second) return getInitial(first)
  return `${isNoName.test(first) ? hidden : first} ${getInitial(second)}`
}

const hidden = '***'
const isNoName = /[\p{N}@]/u

const getInitial = (word: string): string => {
  const initial = /^\p{L}/u.exec(word)?.[0]
  return initial ? `${initial.toUpperCase()}.` : hidden
}

/** Hidden signs make one name look like another, or turn the letters around them. */
export const hiddenSign = /\p{Cf}/u

const signNames: readonly (readonly [RegExp, string])[] = [
  [/[\n\r\u2028\u2029]/, 'a line break'],
  [/\t/, 'a tab'],
  [/./su, 'a hidden sign'],
]

/** "a hidden sign after “Wanj”", for the first one that `sign` finds; null when it finds none. */
export const signAt = (text: string, sign: RegExp): string | null => {
  const found = sign.exec(text)
  if (!found) return null
  const before = text.slice(0, found.index).trimEnd().slice(-lettersBefore)
  const name = signNames.find(([of]) => of.test(found[0]))?.[1]
  return before === '' ? `${name} at the beginning` : `${name} after “${before}”`
}
const lettersBefore = 12

const alphabets = [/\p{Script=Latin}/u, /\p{Script=Cyrillic}/u, /\p{Script=Greek}/u]

/** Latin, Cyrillic and Greek have letters that look alike: one word of two alphabets imitates another name. */
export const mixesAlphabets = (name: string): boolean =>
  words(name).some((word) => alphabets.filter((alphabet) => alphabet.test(word)).length > 1)

/** Places, shops and names are compared trimmed, without case and with single spaces. */
export const sameWords = (text: string): string => words(text).join(' ').toUpperCase()
