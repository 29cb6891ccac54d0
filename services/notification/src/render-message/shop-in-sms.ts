import { type AboutShop, charactersOfOneSms, hoursInWords, type Language } from '@tuma/contracts/vocabulary'

/** The first text that fits in one SMS of GSM characters, else the last. */
export const firstThatFits = (texts: readonly string[], max = charactersOfOneSms): string =>
  texts.find((text) => text.length <= max) ?? texts.at(-1) ?? ''

/**
 * A text with the landmark and the hours of its shop, as far as they fit: hours are dropped first, then the landmark.
 * @param writes the text, given the words after the shop's name; a shorter one follows where the first does not fit
 */
export const withShop = (
  shop: AboutShop | undefined,
  language: Language,
  writes: readonly ((more: string) => string)[],
): string => {
  const landmark = shop?.landmark ? ` (${shop.landmark})` : ''
  const week = shop?.hours ? hoursInWords(shop.hours, language).replaceAll('–', '-') : ''
  return firstThatFits(writes.flatMap((write) => [landmark + (week && `, ${week}`), landmark, ''].map(write)))
}

/** For readers who did not expect a message: the number to call; empty where there is none. */
export const notRight = (contactPhone: string | undefined, language: Language): string => {
  if (!contactPhone) return ''
  return language === 'sw' ? ` Si sawa? Piga ${contactPhone}.` : ` Not right? Call ${contactPhone}.`
}

/** The end of a text: the number for questions; empty where there is none. */
export const questions = (contactPhone: string | undefined, language: Language): string => {
  if (!contactPhone) return ''
  return language === 'sw' ? ` Maswali: ${contactPhone}` : ` Questions: ${contactPhone}`
}
