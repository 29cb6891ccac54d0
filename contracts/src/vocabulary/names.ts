const words = (name: string): string[] => name.trim().split(/\s+/).filter(Boolean)

export const hasTwoNames = (name: string): boolean => words(name).length >= 2
export const hasExactlyTwoNames = (name: string): boolean => words(name).length === 2

/** "Wanjiku Njeri Kamau" → "Wanjiku N.": what anybody may see. A lone name becomes its initial. */
export const publicName = (name: string): string => {
  const [first = '', second] = words(name)
  return second ? `${first} ${second.charAt(0).toUpperCase()}.` : `${first.charAt(0).toUpperCase()}.`
}

/** Places, shops and names are compared trimmed, without case and with single spaces. */
export const sameWords = (text: string): string => words(text).join(' ').toUpperCase()
