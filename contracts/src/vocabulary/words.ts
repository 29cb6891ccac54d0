import { isPhoneLike, normalisePhone, phoneBeginning } from './phone.ts'
import { trackingIdsIn } from './tracking-id.ts'

/**
 * What things are found by: the words of names and addresses, the groups of a tracking id, a phone whole and by its last
 * four digits. Typed is how they begin. Here stands how both are spelled, so that they meet.
 */
export type WordsAsked = readonly (readonly string[])[]

const maxWords = 12
const longest = 32

/** In small letters without their marks: `Ng’ang’a Ngũgĩ` is `nganga` and `ngugi`, `w.njeri@tuma.test` is four. */
export const wordsOf = (text: string): string[] => {
  const plain = text
    .normalize('NFKD')
    .replace(/[\p{M}'’ʼ‘`]/gu, '')
    .toLowerCase()
  return (plain.match(/[\p{L}\p{N}]+/gu) ?? []).slice(0, maxWords).map((word) => word.slice(0, longest))
}

/** @param phone 254…; none of what is no phone */
export const wordsOfPhone = (phone: string): string[] => (/^\d{5,}$/.test(phone) ? [phone, phone.slice(-4)] : [])

/** @param trackingId `TM-7K3M-Q2XV-90TB` */
export const wordsOfTrackingId = (trackingId: string): string[] => wordsOf(trackingId).slice(1)

const maxAskedWords = 6
const groupLength = 4
const idWithPrefix = 14
const nothing: WordsAsked = [[]]

/**
 * What is asked for by what was typed: something has to begin so for each entry, with one of its texts. Without one
 * everything is meant, and by an entry without a text nothing is found.
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

/** A link or a sentence. What has letters and digits of an id alone may be the beginning of one, or a name. */
const isMoreThanAnId = (typed: string): boolean =>
  !/^[\p{L}\p{N}\s-]*$/u.test(typed) || typed.replace(/[\s-]/g, '').length > idWithPrefix

/** The same of one thing's words, for whoever has them at hand. */
export const haveWords = (words: readonly string[], asked: WordsAsked): boolean =>
  asked.every((beginnings) => beginnings.some((text) => words.some((word) => word.startsWith(text))))

/** `0712 3` begins a phone, or is a group and the beginning of another. */
const numberAsked = (typed: string, words: readonly string[]): WordsAsked => {
  const whole = normalisePhone(typed)
  if (whole !== null) return [[whole]]
  const phone = phoneBeginning(typed)
  return words.flatMap(inGroups).map((group) => [phone, group])
}

/** A word of a name, or groups of a tracking id, which may be typed in one, after TM or beginning with it. */
const wordAsked = (word: string, index: number): WordsAsked => {
  const afterPrefix = index === 0 && word.startsWith('tm') ? word.slice('tm'.length) : null
  if (afterPrefix === '') return []
  return [groupsMeant(word), groupsMeant(afterPrefix ?? '')].reduce<WordsAsked>(either, [[word]])
}

/** `7k3mq` is the group 7k3m and how another one begins. O is 0 in an id, and I and L are 1. */
const groupsMeant = (word: string): string[] => {
  const digits = word.replace(/o/g, '0').replace(/[il]/g, '1')
  return /^[0-9a-hjkmnp-tv-z]+$/.test(digits) && digits.length <= idWithPrefix ? inGroups(digits) : []
}

/** Whether all of the one holds or all of the other: for each two of them one of the two. */
const either = (asked: WordsAsked, groups: readonly string[]): WordsAsked =>
  groups.length === 0 ? asked : asked.flatMap((beginnings) => groups.map((group) => [...beginnings, group]))

const inGroups = (digits: string): string[] => digits.match(new RegExp(`.{1,${groupLength}}`, 'g')) ?? []
