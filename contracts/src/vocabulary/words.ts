import { isPhoneLike, normalisePhone, phoneBeginning } from './phone.ts'
import { trackingIdsIn } from './tracking-id.ts'

/**
 * The words that rows are found by: words of names and addresses, groups of a tracking id, a whole phone and its last
 * four digits. People type their beginnings. This module spells both sides the same way.
 */
export type WordsAsked = readonly (readonly string[])[]

const maxWords = 12
const longest = 32

/**
 * In small letters without their marks: `Ng’ang’a Ngũgĩ` is `nganga` and `ngugi`, `w.njeri@tuma.test` is four words.
 */
export const wordsOf = (text: string): string[] => {
  const plain = text
    .normalize('NFKD')
    .replace(/[\p{M}'’ʼ‘`]/gu, '')
    .toLowerCase()
  return (plain.match(/[\p{L}\p{N}]+/gu) ?? []).slice(0, maxWords).map((word) => word.slice(0, longest))
}

/** @param phone 254…; a text that is no phone has no words */
export const wordsOfPhone = (phone: string): string[] => (/^\d{5,}$/.test(phone) ? [phone, phone.slice(-4)] : [])

/** @param trackingId `TM-7K3M-Q2XV-90TB` */
export const wordsOfTrackingId = (trackingId: string): string[] => wordsOf(trackingId).slice(1)

const maxAskedWords = 6
const groupLength = 4
const idWithPrefix = 14
const nothing: WordsAsked = [[]]

/**
 * Turns typed text into a query: for each entry, a row must have a word that begins with one of its texts. An empty
 * query matches all rows, and an entry without a text matches none.
 */
export const wordsAsked = (typed: string): WordsAsked => {
  if (typed.trim() === '') return []
  const [id, another] = isMoreThanAnId(typed) ? trackingIdsIn(typed) : []
  if (another !== undefined) return nothing
  if (id !== undefined) return wordsOfTrackingId(id).map((word) => [word])
  const words = wordsOf(typed).slice(0, maxAskedWords)
  if (words.length === 0) return nothing
  const asked = isPhoneLike(typed) ? numberAsked(typed, words) : words.flatMap(wordAsked)
  return asked.map((beginnings) => [...new Set(beginnings)])
}

/**
 * True for a link or a sentence. A text of only an id's letters and digits may be the beginning of an id, or a name.
 */
const isMoreThanAnId = (typed: string): boolean =>
  !/^[\p{L}\p{N}\s-]*$/u.test(typed) || typed.replace(/[\s-]/g, '').length > idWithPrefix

/** The same check on the words of one row, for code that has them in memory. */
export const haveWords = (words: readonly string[], asked: WordsAsked): boolean =>
  asked.every((beginnings) => beginnings.some((text) => words.some((word) => word.startsWith(text))))

/** `0712 3` begins a phone, or is a group and the beginning of another group. */
const numberAsked = (typed: string, words: readonly string[]): WordsAsked => {
  const whole = normalisePhone(typed)
  if (whole !== null) return [[whole]]
  const phone = phoneBeginning(typed)
  return words.flatMap(inGroups).map((group) => [phone, group])
}

/** A word of a name, or groups of a tracking id, which may be typed as one word, after TM or beginning with it. */
const wordAsked = (word: string, index: number): WordsAsked => {
  const afterPrefix = index === 0 && word.startsWith('tm') ? word.slice('tm'.length) : null
  if (afterPrefix === '') return []
  return [groupsMeant(word), groupsMeant(afterPrefix ?? '')].reduce<WordsAsked>(either, [[word]])
}

/** `7k3mq` is the group 7k3m and the beginning of another. In an id O is 0, and I and L are 1. */
const groupsMeant = (word: string): string[] => {
  const digits = word.replace(/o/g, '0').replace(/[il]/g, '1')
  return /^[0-9a-hjkmnp-tv-z]+$/.test(digits) && digits.length <= idWithPrefix ? inGroups(digits) : []
}

/** Builds the query "all of `asked`, or all of `groups`": one entry for each pair, which either side satisfies. */
const either = (asked: WordsAsked, groups: readonly string[]): WordsAsked =>
  groups.length === 0 ? asked : asked.flatMap((beginnings) => groups.map((group) => [...beginnings, group]))

const inGroups = (digits: string): string[] => digits.match(new RegExp(`.{1,${groupLength}}`, 'g')) ?? []
