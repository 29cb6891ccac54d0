import { isPhoneLike, normalisePhone } from './phone.ts'

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Twelve Crockford base-32 characters of 60 random bits: `TM-7K3M-Q2XV-90TB`. @param random at least 8 bytes */
export const trackingIdFrom = (random: Uint8Array): string =>
  toTrackingId(random.slice(0, 8).reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n) >> 4n)

/** @param bits at most 60 */
export const toTrackingId = (bits: bigint): string => {
  let rest = bits
  let text = ''
  for (let i = 0; i < 12; i += 1) {
    text = alphabet[Number(rest & 31n)] + text
    rest >>= 5n
  }
  return inGroups(text)
}

/** The 60 bits of an id as a label prints it. */
export const bitsOfTrackingId = (trackingId: string): bigint =>
  [...trackingId.slice(3).replaceAll('-', '')].reduce(
    (bits, letter) => (bits << 5n) | BigInt(alphabet.indexOf(letter)),
    0n,
  )

const inGroups = (twelve: string): string => `TM-${twelve.slice(0, 4)}-${twelve.slice(4, 8)}-${twelve.slice(8)}`

/** As a label prints it: in capitals, with 0 for O and 1 for I and L. */
export const asOnLabel = (typed: string): string => typed.toUpperCase().replace(/O/g, '0').replace(/[IL]/g, '1')

/** The longest text that is searched for tracking ids, in characters. A longer text counts as having none. */
export const maxTextWithId = 300
export const twoIdsSentence = 'You entered two Tracking IDs. Enter one.'

const group = '([0-9A-TV-Z]{4})'
/** The separators that people, messages and other keyboard layouts put between two groups. */
const anyGap = '[^\\p{L}\\p{N}]{0,4}'

/** The twelve characters of ids, three groups each. Without lookbehind, which Safari before 16.4 refuses. */
const twelvesIn = (plain: string, start: string, gap: string): string[] => {
  const form = `${start}${group}${gap}${group}${gap}${group}(?!-?[\\p{L}\\p{N}])`
  return [...` ${plain}`.matchAll(new RegExp(form, 'gu'))].map(([, one, two, three]) => `${one}${two}${three}`)
}
const withPrefix = (plain: string): string[] => twelvesIn(plain, `[^\\p{L}\\p{N}]TM${anyGap}`, anyGap)
const withoutPrefix = (plain: string): string[] => ['-', ''].flatMap((gap) => twelvesIn(plain, '[^\\p{L}\\p{N}-]', gap))

/**
 * The tracking ids in what a person typed or pasted or a scanner read: the id in any case and spacing, with any marks
 * around it, in a sentence or a link. @returns each id once, as on the label. More than one: the caller must not choose.
 */
export const trackingIdsIn = (text: string): string[] => {
  if (text.length > maxTextWithId) return []
  const whole = wholeId(text)
  if (whole !== null) return [whole]
  const plain = withoutMarks(text)
  const prefixed = withPrefix(plain)
  // The key of a link may look like an id without TM: it counts only when no id with TM is found.
  const bare = withoutPrefix(plain).filter(isMixed)
  const found = prefixed.length > 0 ? prefixed : bare
  return [...new Set(found.map((twelve) => inGroups(asOnLabel(twelve))))]
}

/** The only tracking id in a text; null when the text has none, or more than one. */
export const trackingIdIn = (text: string): string | null => {
  const [id, another] = trackingIdsIn(text)
  return id !== undefined && another === undefined ? id : null
}

/**
 * Drops invisible characters, and replaces each dash, the ß that a German keyboard types for it, and `%2D` by a hyphen.
 */
const withoutMarks = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replace(/(%[0-9a-f]{2})+/gi, ' ')
    .replace(/^\s*\][a-z][0-9a-z]/i, ' ') // The prefix by which a scanner names the kind of code (AIM).
    .replace(/[\p{Pd}\u2212ß]/gu, '-')
    .toUpperCase()

/**
 * Returns the id if the text is one id and nothing else, wherever it is spaced. Three words of a name and a phone may
 * have twelve characters too.
 */
const wholeId = (text: string): string | null => {
  const plain = withoutMarks(text).replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '')
  const characters = plain.replace(/[\s-]/g, '')
  // T and M are also characters of ids: they are the prefix only when twelve others follow.
  const isPrefixed = characters.length === 14 && characters.startsWith('TM')
  const twelve = isPrefixed ? characters.slice(2) : characters
  if (!/^[0-9A-TV-Z]{12}$/.test(twelve)) return null
  const isElse = !isPrefixed && (isBeginning(plain) || isWords(plain) || isPhone(plain))
  return isElse ? null : inGroups(asOnLabel(twelve))
}

/** TM before a space or hyphen is the prefix, so ten characters behind it are no whole id. */
const isBeginning = (plain: string): boolean => /^TM[\s-]/.test(plain)
const isWords = (plain: string): boolean => /\s/.test(plain) && !/\d/.test(plain)
const isPhone = (plain: string): boolean => isPhoneLike(plain) && normalisePhone(plain) !== null
const isMixed = (twelve: string): boolean => /\d/.test(twelve) && /[A-Z]/.test(twelve)
