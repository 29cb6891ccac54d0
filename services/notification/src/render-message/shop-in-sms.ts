import { type AboutShop, charactersOfOneSms, hoursInWords, type Language } from '@tuma/contracts/vocabulary'

/** The first that is one SMS, all of whose characters are GSM's; else the last. */
export const firstThatFits = (texts: readonly string[], max = charactersOfOneSms): string =>
  texts.find((text) => text.length <= max) ?? texts.at(-1) ?? ''

/**
 * A text with how to find its shop and when it is open, as much of it as fits: hours go first, then the landmark.
 * @param writes the text with what is to stand behind the shop's name; a shorter one where the first does not fit alone
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

/** For readers who did not expect a message: whom to call; empty where there is no number. */
export const notRight = (contactPhone: string | undefined, language: Language): string => {
  if (!contactPhone) return ''
  return language === 'sw' ? ` Si sawa? Piga ${contactPhone}.` : ` Not right? Call ${contactPhone}.`
}

/** The end of a text: whom to call with questions; empty where there is no number. */
export const questions = (contactPhone: string | undefined, language: Language): string => {
  if (!contactPhone) return ''
  return language === 'sw' ? ` Maswali: ${contactPhone}` : ` Questions: ${contactPhone}`
}
