import { placeCodeKey } from '@tuma/contracts/vocabulary'

/** The words of a name in capital letters without accents, and digits. */
const wordsOf = (place: string): string[] =>
  place
    .normalize('NFKD')
    .toUpperCase()
    .split(/[^\p{L}\p{N}\p{M}]+/u)
    .map((word) => word.replace(/[^A-Z0-9]/g, ''))
    .filter(Boolean)

const isVowel = (letter: string): boolean => 'AEIOUY'.includes(letter)

/** The letters after the first one, the most distinctive first: initials, then the letters of the last words. */
const tellingLetters = ([first = '', ...others]: readonly string[]): string[] => {
  const inner = [...others.toReversed(), first].flatMap((word) => [...word.slice(1)])
  const initials = others.map((word) => word.charAt(0))
  return [...initials, ...inner.filter((letter) => !isVowel(letter)), ...inner.filter(isVowel)]
}

/** Yields all choices of `count` letters, in order. */
function* choices(letters: readonly string[], count: number): Generator<string> {
  if (count === 0) yield ''
  else
    for (const [index, letter] of letters.entries())
      for (const rest of choices(letters.slice(index + 1), count - 1)) yield letter + rest
}

function* candidates(place: string): Generator<string> {
  const words = wordsOf(place)
  const first = words[0]?.charAt(0) ?? 'X'
  const letters = tellingLetters(words).slice(0, 24)
  for (const count of [2, 3]) for (const rest of choices(letters, count)) yield first + rest
  for (let number = 10; number < 1000; number += 1) yield first + number
  for (let number = 0; number < 36 ** 4; number += 1) yield number.toString(36).toUpperCase().padStart(4, '0')
}

/**
 * Derives the code of a place that has none yet. The same name and the same codes in use give the same code: KAHAWA
 * SUKARI becomes KSK, THIKA becomes THK.
 * @param isTaken whether a code is in use, in the form of `placeCodeKey`
 */
export const derivePlaceCode = (place: string, isTaken: (key: string) => boolean): string => {
  for (const code of candidates(place)) if (!isTaken(placeCodeKey(code))) return code
  throw new Error('every code of four letters is taken')
}
